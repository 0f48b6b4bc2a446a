import type { PromptView, ResourcesAnswer, ToolRow, ToolServerRow } from '../../../../src/api/contract/tools.ts';

/** What can be opened next to the tree. */
export type Selection =
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'tool'; readonly server: string; readonly tool: string }
  | { readonly kind: 'resources' | 'prompts'; readonly server: string }
  | { readonly kind: 'resource' | 'template'; readonly server: string; readonly uri: string }
  | { readonly kind: 'prompt'; readonly server: string; readonly prompt: string };

/** Resources and prompts of a server, if they were requested. */
export interface Others {
  readonly resources?: ResourcesAnswer;
  readonly prompts?: readonly PromptView[];
}

export interface TreeRow {
  readonly id: string;
  readonly level: 1 | 2 | 3;
  readonly label: string;
  readonly selection: Selection;
  /** Undefined for items without children. */
  readonly isExpanded?: boolean;
  readonly server: ToolServerRow;
  readonly tool?: ToolRow;
}

export interface TreeState {
  readonly expanded: ReadonlySet<string>;
  readonly search: string;
  readonly others: ReadonlyMap<string, Others>;
}

/** The visible rows of the tree, in display order. The search also finds items in collapsed branches. */
export function treeRows(servers: readonly ToolServerRow[], { expanded, search, others }: TreeState): TreeRow[] {
  const words = search.trim().toLowerCase();
  return servers.flatMap((server) => {
    const isNamed = words !== '' && server.name.toLowerCase().includes(words);
    const found = (server.tools ?? []).filter((tool) => words === '' || isNamed || isAbout(tool, words));
    if (words !== '' && !isNamed && found.length === 0) return [];
    const selection = { kind: 'server', server: server.name } as const;
    const id = rowId(selection);
    const isExpanded = expanded.has(id) || (words !== '' && found.length > 0 && !isNamed);
    const top: TreeRow = { id, level: 1, label: server.name, selection, isExpanded, server };
    if (!isExpanded) return [top];
    const tools = found.map((tool): TreeRow => {
      const inner = { kind: 'tool', server: server.name, tool: tool.name } as const;
      return { id: rowId(inner), level: 2, label: tool.name, selection: inner, server, tool };
    });
    return [top, ...tools, ...(words === '' ? otherRows(server, expanded, others.get(server.name) ?? {}) : [])];
  });
}

function otherRows(server: ToolServerRow, expanded: ReadonlySet<string>, { resources, prompts }: Others): TreeRow[] {
  const { name } = server;
  const branch = (kind: 'resources' | 'prompts', label: string, inner: readonly [string, Selection][]): TreeRow[] => {
    const selection = { kind, server: name };
    const id = rowId(selection);
    const isExpanded = expanded.has(id);
    const rows = inner.map(([text, one]): TreeRow => ({
      id: rowId(one),
      level: 3,
      label: text,
      selection: one,
      server,
    }));
    return [{ id, level: 2, label, selection, isExpanded, server }, ...(isExpanded ? rows : [])];
  };
  return [
    ...branch('resources', 'Resources', [
      ...(resources?.resources ?? []).map(({ uri, name: label }): [string, Selection] => [
        label,
        { kind: 'resource', server: name, uri },
      ]),
      ...(resources?.templates ?? []).map(({ uriTemplate, name: label }): [string, Selection] => [
        `${label} …`,
        { kind: 'template', server: name, uri: uriTemplate },
      ]),
    ]),
    ...branch(
      'prompts',
      'Prompts',
      (prompts ?? []).map(({ name: prompt }): [string, Selection] => [
        prompt,
        { kind: 'prompt', server: name, prompt },
      ]),
    ),
  ];
}

function isAbout({ name, title = '', description = '' }: ToolRow, words: string): boolean {
  return `${name} ${title} ${description}`.toLowerCase().includes(words);
}

export function rowId(selection: Selection): string {
  return JSON.stringify(Object.values(selection));
}

/** The set size and position of each row among its siblings, for ARIA. */
export function siblingsOf(rows: readonly TreeRow[]): { readonly size: number; readonly position: number }[] {
  const open: { size: number }[] = [];
  const found = rows.map(({ level }) => {
    open.length = level;
    const group = (open[level - 1] ??= { size: 0 });
    group.size += 1;
    return { group, position: group.size };
  });
  return found.map(({ group, position }) => ({ size: group.size, position }));
}
