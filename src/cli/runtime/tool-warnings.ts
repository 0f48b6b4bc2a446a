import { count } from '../../model/count.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import type { PinDifference } from '../../runtime/tools/compare-pins.ts';
import type { HiddenFinding } from '../../runtime/tools/hidden-in-tools.ts';
import type { ListingProblem } from '../../runtime/tools/listed-tool.ts';
import type { NameWarning } from '../../runtime/tools/name-tools.ts';
import type { Use } from './with-runtime.ts';

/** What somebody should know about the tools of these servers before a model is told of them. */
export function toolWarnings(servers: readonly string[], { runtime }: Use): Diagnostic[] {
  const { tools, pins, pinChanges } = runtime;
  const isShown = ({ server }: { readonly server: string }): boolean => servers.includes(server);
  return [
    ...pinChanges
      .filter(isShown)
      .map(({ server, difference }) => diagnostic('tool-changed', { server, changes: changesIn(difference) })),
    ...pins.hidden.filter(isShown).flatMap(({ server, findings }) => hiddenIn(server, findings)),
    ...tools.warnings.filter((warning) => warning.tools.some(isShown)).flatMap(nameWarning),
    ...servers.flatMap((server) =>
      (tools.servers.get(server)?.problems ?? []).map((problem) => unusable(server, problem)),
    ),
  ];
}

function changesIn({ added, removed, changed, instructions }: PinDifference): string[] {
  return [
    ...changed.map(({ tool, fields }) => `${tool} changed (${fields.map(({ field }) => field).join(', ')})`),
    ...added.map((tool) => `${tool} is new`),
    ...removed.map((tool) => `${tool} is gone`),
    ...(instructions ? ['the instructions changed'] : []),
  ];
}

/** One warning for each place. */
function hiddenIn(server: string, findings: readonly HiddenFinding[]): Diagnostic[] {
  const places = new Map<string, HiddenFinding[]>();
  for (const finding of findings) {
    const place = finding.tool === undefined ? 'the instructions' : `${finding.tool} at ${finding.at}`;
    places.set(place, [...(places.get(place) ?? []), finding]);
  }
  return Array.from(places, ([where, found]) => {
    const characters = found.reduce((sum, { length }) => sum + length, 0);
    const says = found.map((finding) => finding.says ?? '').join('');
    const what = `${count(characters, 'character')} such as ${found[0]?.codePoint ?? ''}`;
    return diagnostic('tool-text-hidden', { server, where, what, ...(says !== '' && { says }) });
  });
}

function nameWarning({ kind, name, tools }: NameWarning): Diagnostic[] {
  const raw = tools.map(({ server, tool }) => `${tool} of ${server}`);
  if (kind === 'collision') return [diagnostic('tool-names-alike', { name, tools: raw })];
  return tools.map((tool, index) => diagnostic('tool-name-shortened', { tool: raw[index] ?? '', as: tool.name }));
}

const reasons: Readonly<Record<ListingProblem['reason'], string>> = {
  'no-name': 'has no name and is left out',
  'listed-twice': 'is listed twice; the first counts',
  'too-deep': 'is nested too deeply and is left out',
  'no-schema': 'does not say what it takes',
};

function unusable(server: string, { at, tool, reason }: ListingProblem): Diagnostic {
  return diagnostic('tool-unusable', { server, tool: tool ?? `tool ${at + 1}`, why: reasons[reason] });
}
