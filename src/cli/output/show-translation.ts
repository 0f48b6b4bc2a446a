import type { Client } from '../../clients/types.ts';
import type { TranslationLoss } from '../../manage/translation/losses.ts';
import type { Translation } from '../../manage/translation/translate.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { shownPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { failuresOf } from '../plan/shortfalls.ts';
import { exitCodeOf } from '../program/exit-code.ts';
import { type Failure, failureOf } from '../program/failure.ts';
import { toJson } from './diagnostic-as-data.ts';
import type { Output } from './output.ts';
import { toLines } from './show-diagnostic.ts';

interface Shown {
  readonly warnings: readonly Diagnostic[];
  /** The text that the warnings refer to. */
  readonly input: string;
  readonly to: Client;
  readonly strict: boolean;
}

/** Prints the result on stdout, and losses and warnings on stderr. */
export function showTranslation(output: Output, translation: Translation, shown: Shown): void {
  const { text, losses, companions, from } = translation;
  const failure = failureIn(translation, shown);
  const partly = failure ? [] : leftOut(losses);
  const failures = failure ? [failureOf(failure)] : partly;
  if (output.json) {
    const data = { from: from?.id, text, losses, companions };
    return output.partly(data, shown.warnings.map(toJson), failures);
  }
  if (failure) output.exitCode = exitCodeOf(failure.code);
  else output.raw(text);
  for (const warning of shown.warnings) output.talk(toLines(warning, shown.input, output));
  const told = losses.filter(({ refused }) => failure || !refused);
  for (const line of linesOf(told)) output.talk(`${output.mark('warning')} ${visible(line)}`);
  output.partly(undefined, [], partly);
  for (const { path, text: content } of companions)
    output.talk([`${output.mark('info')} ${shownPath(path)} must also contain:`, ...content.trimEnd().split('\n')]);
  if (failure) output.talk(`${output.mark('error')} ${visible(reasonOf(failure, shown.to))}`);
}

/** Servers that the client cannot use, if it can use others. */
function leftOut(losses: readonly TranslationLoss[]): Failure[] {
  return failuresOf(losses.flatMap(({ server = '', ...loss }) => (loss.refused ? [{ ...loss, server }] : [])));
}

function failureIn({ losses, servers, unwritten }: Translation, { strict }: Shown): PlugboardError | undefined {
  if (strict && losses.length > 0) return new PlugboardError('translation-lossy', { losses: losses.length });
  const count = Object.keys(servers).length;
  if (count === 0 || unwritten.length < count) return undefined;
  const why = losses.find(({ server, action }) => server !== undefined && action === 'dropped');
  return why && new PlugboardError('server-refused', { ...why, server: why.server ?? '' });
}

function reasonOf({ code }: PlugboardError, to: Client): string {
  return code === 'translation-lossy'
    ? 'Nothing written: --strict allows no losses.'
    : `Nothing written: ${to.name} can use none of these servers.`;
}

/** One line per loss of a server, and one for all settings of the file. */
function linesOf(losses: readonly TranslationLoss[]): string[] {
  const ofServers = losses.filter(({ server }) => server !== undefined);
  const ofFile = losses.filter(({ server }) => server === undefined);
  const [first] = ofFile;
  return [
    ...ofServers.map(({ server, field, action, why }) => `${server}.${field} ${action}: ${why}`),
    ...(first ? [`${ofFile.map(({ field }) => field).join(', ')} ${first.action}: ${first.why}`] : []),
  ];
}
