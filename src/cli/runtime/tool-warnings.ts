import type { PinChange } from '../../live/tools/tool-pins.ts';
import { count } from '../../model/count.ts';
import { describe, type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { shownToolName } from '../../model/tool-name.ts';
import { visible } from '../../model/visible.ts';
import type { HiddenIssue } from '../../runtime/tools/hidden-text/hidden-in-tools.ts';
import type { ListingProblem } from '../../runtime/tools/listed-tool.ts';
import type { NameWarning } from '../../runtime/tools/name-tools.ts';
import { describeChanges } from '../../runtime/tools/pins/compare-pins.ts';
import type { Output } from '../output/output.ts';
import type { Use } from './with-runtime.ts';

/** Warnings about the tools of these servers, or about one tool of them. */
export function toolWarnings(servers: readonly string[], { runtime }: Use, only?: string): Diagnostic[] {
  const { tools, pins, pinChanges } = runtime;
  const isShown = ({ server }: { readonly server: string }): boolean => servers.includes(server);
  const isMeant = ({ tool }: { readonly tool?: string }): boolean => only === undefined || tool === only;
  return [
    ...pinChanges.filter(isShown).map(changeWarning),
    ...pins.hidden.filter(isShown).flatMap(({ server, issues }) => hiddenIn(server, issues.filter(isMeant))),
    ...tools.warnings
      .filter((warning) => warning.tools.some((tool) => isShown(tool) && isMeant(tool)))
      .flatMap((warning) => nameWarning(warning, (text) => runtime.mask(text))),
    ...servers.flatMap((server) =>
      (tools.servers.get(server)?.problems ?? []).filter(isMeant).map((problem) => unusable(server, problem)),
    ),
  ];
}

/** The tools changed since they were accepted. */
export function changeWarning({ server, difference }: PinChange): Diagnostic {
  return diagnostic('tool-changed', { server, changes: describeChanges(difference) });
}

/** Reports changed tools besides the result of a command. */
export function reportToolChanges(changes: readonly PinChange[], output: Output): void {
  for (const change of changes) {
    const warning = changeWarning(change);
    const { message, fix } = describe(warning);
    output.warn({ code: warning.code, severity: warning.severity, message, server: change.server, hint: fix });
    if (fix !== undefined) output.talk(`  ${output.style('cyan', 'fix:')} ${visible(fix)}`);
  }
}

/** One warning per location. */
function hiddenIn(server: string, issues: readonly HiddenIssue[]): Diagnostic[] {
  const places = new Map<string, HiddenIssue[]>();
  for (const issue of issues) {
    const place = issue.tool === undefined ? 'the instructions' : `${issue.tool} at ${issue.at}`;
    places.set(place, [...(places.get(place) ?? []), issue]);
  }
  return Array.from(places, ([where, found]) => {
    const characters = found.reduce((sum, { length }) => sum + length, 0);
    const says = found.map((issue) => issue.says ?? '').join('');
    const what = `${count(characters, 'character')} such as ${found[0]?.codePoint ?? ''}`;
    return diagnostic('tool-text-hidden', { server, where, what, ...(says !== '' && { says }) });
  });
}

function nameWarning({ kind, name, tools }: NameWarning, mask: (text: string) => string): Diagnostic[] {
  const raw = tools.map(({ server, tool }) => `${tool} of ${server}`);
  const [first] = tools;
  const alike = first ? shownToolName({ ...first, name }, mask) : name;
  if (kind === 'collision') return [diagnostic('tool-names-alike', { name: alike, tools: raw })];
  return tools.map((tool, index) =>
    diagnostic('tool-name-shortened', { tool: raw[index] ?? '', as: shownToolName(tool, mask) }),
  );
}

const reasons: Readonly<Record<ListingProblem['reason'], string>> = {
  'no-name': 'has no name and is left out',
  'listed-twice': 'is listed twice; the first is used',
  'too-deep': 'is nested too deeply and is left out',
  'no-schema': 'has no input schema',
};

function unusable(server: string, { at, tool, reason }: ListingProblem): Diagnostic {
  return diagnostic('tool-unusable', { server, tool: tool ?? `tool ${at + 1}`, why: reasons[reason] });
}
