import { resolve } from 'node:path';
import { splitReferences, type Environment } from '../../model/reference.ts';
import { type Consent, consentText } from '../../model/text/consent.ts';
import { mayNameVariable } from '../../model/text/settings-words.ts';
import type { Origin, ServerToRun } from '../types.ts';
import { expandVariables, valueOf } from '../values/expand-variables.ts';
import { fingerprintOf } from './approval.ts';
import { textsOf, type DefinitionTexts, type FieldText } from './definition-texts.ts';
import { commandLine, showExpanded, showValue } from './show-definition.ts';
import { warningsAbout, type ApprovalWarning } from './warnings.ts';

export interface ApprovalText {
  readonly fingerprint: string;
  /** Complete, never truncated, and of what the definition says nothing is masked. */
  readonly lines: readonly Consent[];
  readonly warnings: readonly ApprovalWarning[];
}

type Row = readonly [label: string, text: string];

/** Everything a person has to know before a server of a project is started or contacted. */
export function describeForApproval(toRun: ServerToRun, env: Environment): ApprovalText {
  const { name, server, origin } = toRun;
  const texts = textsOf(server);
  const fingerprint = fingerprintOf(toRun, env);
  const rows: Row[] = [
    ['server', name],
    ...row(origin?.copied ? 'copied from' : 'project', origin?.project),
    ...row('file', origin?.file ? fileLabel(origin) : undefined),
    ...(texts.isStarted ? localRows(texts, origin?.copied ? undefined : origin?.project, env) : remoteRows(texts, env)),
    ...texts.entries.map(([key, value]): Row => {
      const shown = showValue(value, env);
      return texts.isStarted ? ['with', `${key}=${shown}`] : ['sends', `${key}: ${shown}`];
    }),
    ...row('signs in', server.auth && JSON.stringify(server.auth)),
    ...texts.beside.map(fieldRow),
    ...row('reads', variablesRead(texts, env)),
    ['fingerprint', fingerprint],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `${label.padEnd(width)}  ${consentText(text)}` as Consent);
  return { fingerprint, lines, warnings: warningsAbout(toRun, env) };
}

const fieldLabels: Readonly<Record<FieldText['effect'], string>> = {
  executes: 'also runs',
  trusts: 'trusts',
  reads: 'also uses',
  asks: 'asks for',
  unknown: 'also has',
};

/** A field that only some clients know, never masked: it may be what runs. */
function fieldRow({ key, effect, clients, text }: FieldText): Row {
  const readers = clients.length > 0 ? ` (${clients.join(', ')})` : '';
  return [fieldLabels[effect], `${key}: ${text}${readers}`];
}

/** A file named by path belongs to no client. */
function fileLabel({ file, client, scope }: Origin): string {
  return client === '' ? file : `${file} (${client}, ${scope})`;
}

function row(label: string, text: string | undefined): Row[] {
  return text === undefined ? [] : [[label, text]];
}

function localRows({ words, cwd }: DefinitionTexts, project: string | undefined, env: Environment): Row[] {
  const [written, comesTo] = [commandLine(words), commandLine(words.map((word) => showExpanded(word, env)))];
  const directory = cwd === undefined ? undefined : showExpanded(cwd, env);
  const at = project === undefined ? directory : resolve(project, directory ?? '.');
  return [['runs', written], ...row('that is', comesTo === written ? undefined : comesTo), ...row('in', at)];
}

function remoteRows({ url }: DefinitionTexts, env: Environment): Row[] {
  const comesTo = showExpanded(url, env);
  const { text } = expandVariables(url, env);
  return [
    ['contacts', url],
    ...row('that is', comesTo === url ? undefined : comesTo),
    // The parsed host: text before an @ can look like the host.
    ['at host', URL.canParse(text) ? new URL(text).host : 'unknown: not a URL'],
  ];
}

/** The person's variables that the server receives. Variables that a shell or command reads itself are unknown. */
function variablesRead({ words, cwd, url, entries, beside }: DefinitionTexts, env: Environment): string | undefined {
  const values = entries.map(([, value]) => value);
  const named = values.filter(mayNameVariable);
  const referred = [...words, cwd ?? '', url, ...values, ...beside.map(({ text }) => text)]
    .flatMap(splitReferences)
    .flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  const names = [...new Set([...referred, ...named])];
  const told = names.map((name) => (valueOf(name, env) === undefined ? `${name} (not set)` : name));
  return told.length === 0 ? undefined : told.join(', ');
}
