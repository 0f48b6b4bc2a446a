import type { Era } from '../runtime/connect/session.ts';
import { toolTokens } from '../runtime/tools/tokens.ts';
import type { Client } from './client.ts';
import { modernFields } from './eras.ts';
import { frameOf } from './frame.ts';
import type { Offer, Route } from './offer.ts';
import type { View } from './options.ts';
import { unknownTool } from './refusal.ts';
import type { JsonObject, JsonRpcMessage, RequestId } from './session.ts';

const SEARCH = 'mcp_search_tools';
const CALL = 'mcp_call_tool';
const MOST_FOUND = 8;

const searchTools: readonly JsonObject[] = [
  {
    name: SEARCH,
    description:
      'Finds tools by what they do. Gives their names, descriptions and input schemas. Use it before mcp_call_tool.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool should do, in a few words' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: `How many at most; ${MOST_FOUND} by default` },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: CALL,
    description: 'Calls a tool that mcp_search_tools has found.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Exactly as it was found' },
        arguments: { type: 'object', description: 'As the input schema of that tool wants them' },
      },
      required: ['name'],
    },
  },
];

/** The tools to list instead of all others; undefined when all others are listed. */
export function searchInstead(
  { tools }: Offer,
  search: View['search'] = 'off',
  searchAbove: number,
): readonly JsonObject[] | undefined {
  if (search === 'off') return undefined;
  if (search === 'on') return searchTools;
  let tokens = 0;
  for (const { definition, isWithheld } of tools.values()) {
    if (!isWithheld) tokens += toolTokens(definition as unknown as Parameters<typeof toolTokens>[0]);
    if (tokens > searchAbove) return searchTools;
  }
  return undefined;
}

export function isSearchTool(name: unknown): boolean {
  return name === SEARCH || name === CALL;
}

export function runSearchTool(session: Client, message: JsonRpcMessage, era: Era): void {
  const id = message.id as RequestId;
  const given = (message.params?.['arguments'] ?? {}) as JsonObject;
  if (message.params?.['name'] === CALL) {
    if (isSearchTool(given['name'])) return session.refuse(id, unknownTool(given['name']));
    const params = { ...message.params, name: given['name'], arguments: given['arguments'] ?? {} };
    return session.receive(frameOf({ ...message, params }));
  }
  const { tools } = session.core.offered(session.view).offer;
  const limit = typeof given['limit'] === 'number' ? Math.min(50, Math.max(1, given['limit'])) : MOST_FOUND;
  const found = findTools(tools, textIn(given['query']), limit);
  const text = found.length > 0 ? JSON.stringify(found) : 'Nothing found. Try other words.';
  session.reply(id, { ...(era === 'modern' && modernFields('tools/call')), content: [{ type: 'text', text }] });
}

/** The tools that fit best. Rare words count more than common ones, and the name more than the description. */
function findTools(tools: ReadonlyMap<string, Route>, query: string, limit: number): JsonObject[] {
  const wanted = new Set(wordsOf(query));
  const all = [...tools.values()]
    .filter(({ isWithheld }) => !isWithheld)
    .map(({ definition }) => {
      const inName = new Set(wordsOf(`${textIn(definition['name'])} ${textIn(definition['title'])}`));
      const inText = new Set(wordsOf(textIn(definition['description'])));
      return { definition, inName, inText };
    });
  const weight = new Map(
    [...wanted].map((word) => {
      const holding = all.filter(({ inName, inText }) => inName.has(word) || inText.has(word)).length;
      return [word, Math.log(1 + all.length / (1 + holding))];
    }),
  );
  const scored = all.map(({ definition, inName, inText }) => {
    let score = 0;
    for (const [word, rarity] of weight) score += rarity * ((inName.has(word) ? 3 : 0) + (inText.has(word) ? 1 : 0));
    return { definition, score };
  });
  const best = scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
  return best.map(({ definition: { name, title, description, inputSchema, annotations } }) => ({
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(annotations !== undefined && { annotations }),
  }));
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Without plural, so that "issues" finds "issue". */
function wordsOf(text: string): string[] {
  const parts =
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return parts
    .filter((part) => part !== 'mcp')
    .map((part) => part.replace(/(?<=..(?:[sxzo]|ch|sh))es$|(?<=...)s$/, ''));
}
