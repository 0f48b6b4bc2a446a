import type { Era } from '../../runtime/connect/session/session.ts';
import { repeatsKeys } from '../../runtime/json/repeated-keys.ts';
import { Keys, scanObjectText } from '../../runtime/json/scan.ts';
import { toolTokens } from '../../runtime/tools/tokens.ts';
import type { Routes, Route } from '../catalog/routes.ts';
import { BadMessage, INVALID_REQUEST } from '../message/bad-message.ts';
import { modernFields } from '../message/eras.ts';
import { readFrame, splice, textOf, wholeOf } from '../message/frame.ts';
import { reparse } from '../message/rewrite.ts';
import { unknownTool } from '../message/rpc-error.ts';
import type { View } from '../options.ts';
import type { Client } from './client.ts';
import type { Frame, JsonObject, RequestId, Span } from './session.ts';

const SEARCH = 'mcp_search_tools';
const CALL = 'mcp_call_tool';
const MAX_FOUND = 8;

const searchTools: readonly JsonObject[] = [
  {
    name: SEARCH,
    description: 'Find tools by what they do. Returns names, descriptions and input schemas. Use before mcp_call_tool.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool should do, in a few words' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 50,
          description: `Maximum number of results; default ${MAX_FOUND}`,
        },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: CALL,
    description: 'Call a tool that mcp_search_tools has returned.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name exactly as returned by mcp_search_tools' },
        arguments: { type: 'object', description: 'Arguments that match the input schema of the tool' },
      },
      required: ['name'],
    },
  },
];

/** The search tools, if they replace the tool list for this setting; otherwise undefined. */
export function searchToolsFor(
  { tools }: Routes,
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

export function runSearchTool(session: Client, frame: Frame, era: Era): void {
  const id = frame.message.id as RequestId;
  if (frame.message.params?.['name'] === CALL) return callFound(session, textOf(frame));
  const given = (wholeOf(frame).params?.['arguments'] ?? {}) as JsonObject;
  const { tools } = session.core.catalogFor(session.view).routes;
  const limit = typeof given['limit'] === 'number' ? Math.min(50, Math.max(1, given['limit'])) : MAX_FOUND;
  const found = findTools(tools, textIn(given['query']), limit);
  const text = found.length > 0 ? JSON.stringify(found) : 'No tools found. Try other words.';
  session.reply(id, { ...(era === 'modern' && modernFields('tools/call')), content: [{ type: 'text', text }] });
}

const inner = new Keys(['name', 'arguments']);

/** Unwraps the call and handles it. Its text is unchanged. */
function callFound(session: Client, text: string): void {
  const outer = readFrame(text);
  if (outer instanceof BadMessage) return session.reject(outer);
  const id = outer.message.id as RequestId;
  const { name: nameAt, arguments: argumentsAt } = outer.spans ?? {};
  const wrapped = argumentsAt ? text.slice(...argumentsAt) : '{}';
  const isClear = scanObjectText(wrapped, inner) >= 0 && !repeatsKeys(wrapped);
  const [nameFrom = -1, nameTo = -1, from = -1, to = -1] = inner.found;
  const name: unknown = nameFrom === -1 ? undefined : JSON.parse(wrapped.slice(nameFrom, nameTo));
  if (!isClear) return session.refuse(id, { code: INVALID_REQUEST, message: 'The arguments are ambiguous.' });
  if (typeof name !== 'string' || isSearchTool(name) || !nameAt) return session.refuse(id, unknownTool(name));
  const edits: [Span, string][] = [[nameAt, JSON.stringify(name)]];
  if (argumentsAt) edits.push([argumentsAt, from === -1 ? '{}' : wrapped.slice(from, to)]);
  session.receive(
    reparse(
      splice(
        text,
        edits.toSorted(([[a]], [[b]]) => a - b),
      ),
    ),
  );
}

/** The best matching tools. Rare words weigh more than common ones, and the name more than the description. */
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

/** Strips plural endings, so "issues" finds "issue". */
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
