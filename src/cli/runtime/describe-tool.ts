import { isMap } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { MCPTool } from '../../runtime/tools/mcp-tool.ts';
import { toolTokens } from '../../runtime/tools/tokens.ts';
import type { JsonObject } from '../../runtime/tools/tool-source.ts';
import { type Allowed, allowedBy } from './arguments/schema-kinds.ts';
import { takes } from './arguments/typed-value.ts';
import { textLines } from './visible-text.ts';

const hints: readonly (readonly [field: string, word: string])[] = [
  ['readOnlyHint', 'read-only'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'open-world'],
];

/** The server's hints about a tool, not verified. */
export function hintWords({ annotations = {} }: Pick<MCPTool, 'annotations'>): string {
  return hints
    .filter(([field]) => annotations[field] === true)
    .map(([, word]) => word)
    .join(', ');
}

/** Whether a tool may be destructive. Without hints it may. */
export function mayDestroy({ annotations = {} }: Pick<MCPTool, 'annotations'>): boolean {
  return annotations['readOnlyHint'] !== true && annotations['destructiveHint'] !== false;
}

/** Token cost of the definition that a model gets. */
export function tokensOf({ name, description, inputSchema }: MCPTool): number {
  return toolTokens({ name, description, inputSchema });
}

interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly allowed: Allowed;
  readonly about: string;
}

export function parametersOf(schema: JsonObject): Parameter[] {
  const { properties } = allowedBy(schema, schema);
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const found = Object.entries(properties).map(([name, inner]) => ({
    name,
    isRequired: required.includes(name),
    allowed: allowedBy(inner, schema),
    about: isMap(inner) && typeof inner['description'] === 'string' ? inner['description'] : '',
  }));
  return found.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Usage line of a call: required arguments, and the first optional ones. */
export function callUsage({ serverName, mcpToolName, listed }: MCPTool): string {
  const parameters = parametersOf(listed.inputSchema);
  const shown = parameters.slice(0, Math.max(6, parameters.filter(({ isRequired }) => isRequired).length));
  const words = shown.map(({ name, isRequired }) => (isRequired ? `${name}=…` : `[${name}=…]`));
  const more = shown.length < parameters.length ? ['…'] : [];
  return ['plugboard call', serverName, mcpToolName, ...words, ...more].join(' ');
}

/** Full description of a tool. */
export function toolLines(tool: MCPTool): string[] {
  const parameters = parametersOf(tool.listed.inputSchema);
  const hint = hintWords(tool);
  return [
    ...(tool.title === undefined ? [] : [visible(tool.title)]),
    ...(tool.description === '' ? [] : textLines(tool.description.trim())),
    '',
    ...parameters.flatMap(({ name, isRequired, allowed, about }) => [
      visible(`${name}${isRequired ? '' : ' (optional)'}: ${takes(allowed)}`),
      ...(about === '' ? [] : textLines(about.trim()).map((line) => `    ${line}`)),
    ]),
    ...(parameters.length === 0 ? ['takes no arguments'] : []),
    '',
    ...(hint === '' ? [] : [`The server says: ${hint}`]),
    visible(callUsage(tool)),
  ];
}
