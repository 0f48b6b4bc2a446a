import { Revision } from '../../formats/revision.ts';
import { yaml } from '../../formats/yaml/index.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import type { Span } from '../../model/diagnostics/position.ts';
import { isMap, type Value } from '../../model/value.ts';

/** The part of a subagent's head that lists its servers. */
interface Listed {
  /** Where the part starts in the head. */
  readonly start: number;
  readonly text: string;
  readonly items: readonly Value[];
}

/**
 * Reads only the lines of the list: the lines beside it may be no valid YAML, such as a description with a colon, which
 * the client accepts.
 */
function listIn(head: string, key: string): Listed | undefined {
  const found = new RegExp(`^${key}[ \\t]*:.*\\n(?:(?:[ \\t#-](?!--).*)?\\r?\\n)*`, 'm').exec(head);
  if (!found) return undefined;
  const [text] = found;
  const document = yaml.parse(text);
  const items = isMap(document.value) ? document.value[key] : undefined;
  if (!Array.isArray(items) || document.diagnostics.some(isError)) return undefined;
  return { start: found.index, text, items };
}

/** Where the head of a subagent names a server in its list of servers. */
export function namedServers(head: string, key: string, name: string): Span[] {
  const list = listIn(head, key);
  if (!list) return [];
  const document = yaml.parse(list.text);
  return list.items.flatMap((item, at) => {
    const span = item === name ? document.locate([key, at])?.value : undefined;
    return span ? [{ start: list.start + span.start, end: list.start + span.end }] : [];
  });
}

/** Whether a subagent defines a server of that name itself, so that its tools are not those of another one. */
export function definesServer(head: string, key: string, name: string): boolean {
  return listIn(head, key)?.items.some((item) => isMap(item) && Object.hasOwn(item, name)) ?? false;
}

/** The head with the server renamed in its list, or removed from it; a list without servers goes as well. */
export function changedServers(head: string, key: string, name: string, to: string | undefined): string {
  const list = listIn(head, key);
  if (!list?.items.includes(name)) return head;
  const { start, text, items } = list;
  const after = to === undefined && items.every((item) => item === name) ? '' : revised(text, key, name, to, items);
  return head.slice(0, start) + after + head.slice(start + text.length);
}

/** From the end, so that the positions of the items before stay. */
function revised(text: string, key: string, name: string, to: string | undefined, items: readonly Value[]): string {
  const revision = new Revision(yaml, yaml.parse(text));
  for (let at = items.length - 1; at >= 0; at -= 1) {
    if (items[at] !== name) continue;
    if (to === undefined || items.includes(to)) revision.remove([key, at]);
    else revision.set([key, at], to);
  }
  return revision.settle().text;
}
