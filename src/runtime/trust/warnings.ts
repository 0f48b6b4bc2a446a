import type { Environment } from '../../model/reference.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { ServerToRun } from '../types.ts';
import { expandVariables } from '../values/expand-variables.ts';
import { textsOf } from './definition-texts.ts';
import { rules, type Subject } from './warning-rules.ts';

export interface ApprovalWarning {
  readonly code: string;
  readonly text: string;
}

/** Warnings for a person who approves a server. These are heuristics: no warning does not mean harmless. */
export function warningsAbout(toRun: ServerToRun, env: Environment): ApprovalWarning[] {
  const subjects = [subjectOf(toRun, (text) => text), subjectOf(toRun, (text) => expandVariables(text, env).text)];
  const found = rules.filter(({ applies }) => subjects.some(applies));
  return found.map(({ code, text }) => ({ code, text }));
}

function subjectOf({ name, server, origin }: ServerToRun, read: (text: string) => string): Subject {
  const { words: written, cwd = '', url: address, entries, beside } = textsOf(server);
  const commands = entries.flatMap(([, value]) => (value.startsWith('!') ? [value.slice(1)] : []));
  const run = beside.flatMap(({ effect, text }) => (effect === 'executes' ? [read(text)] : []));
  const [words, url] = [written.map(read), read(address)];
  return {
    name,
    scripts: [words.join(' '), ...commands, ...run],
    words,
    url,
    entries,
    beside: beside.map(({ effect }) => effect),
    project: origin?.project,
    hasSecret: secretsIn(server).length > 0,
    all: [name, ...words, url, cwd, ...entries.flat(), ...beside.flatMap(({ key, text }) => [key, text])],
  };
}
