import { isMap } from '../../../model/value.ts';
import type { JsonObject } from '../tool-source.ts';
import { findHidden, type HiddenRun, mostIssues } from './hidden-unicode.ts';

export interface HiddenIssue extends HiddenRun {
  /** Absent for the server's instructions. */
  readonly tool?: string;
  /** JSON pointer, such as `/inputSchema/properties/path/description`. */
  readonly at: string;
  /** Found in the last key of `at`, not in its value. */
  readonly inKey?: true;
}

/** Searches all texts of tools and the server's instructions. */
export function hiddenInTools(
  tools: readonly { readonly name: string; readonly raw: JsonObject }[],
  instructions?: string,
): HiddenIssue[] {
  const inInstructions = findHidden(instructions ?? '').map((run) => ({ ...run, at: '/instructions' }));
  return [...inInstructions, ...tools.flatMap(({ name, raw }) => hiddenInTool(name, raw))];
}

function hiddenInTool(tool: string, raw: JsonObject): HiddenIssue[] {
  const issues: HiddenIssue[] = [];
  const visit = (value: unknown, at: string): void => {
    if (issues.length >= mostIssues) return;
    if (typeof value === 'string') issues.push(...findHidden(value).map((run) => ({ ...run, tool, at })));
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${at}/${index}`);
    else if (isMap(value)) {
      for (const [key, item] of Object.entries(value)) {
        const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        issues.push(...findHidden(key).map((run) => ({ ...run, tool, at: place, inKey: true as const })));
        visit(item, place);
      }
    }
  };
  visit(raw, '');
  return issues;
}
