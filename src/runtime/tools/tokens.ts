import type { JsonObject } from './tool-source.ts';

/**
 * About how many tokens a text is, in the middle of what tokenizers of different vendors make of it. Counted with nine of
 * them on the tools of nine servers, the real number was between 0.73 times (GPT) and 1.47 times (newer Claude models)
 * the estimate. Text in other languages than English may be further off. It tells which tools are expensive; it is no
 * bill.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece, word, digits, gap, mark, latin, cjk] of text.matchAll(PIECE)) {
    if (word !== undefined) tokens += 1.15 + 0.16 * Math.max(0, word.length - 6);
    else if (digits !== undefined) tokens += 1.35 * Math.ceil(digits.length / 3);
    // A blank is part of the word behind it.
    else if (gap !== undefined) tokens += piece === ' ' ? 0 : 3;
    else if (mark !== undefined) tokens += 0.46;
    else tokens += latin !== undefined || cjk !== undefined ? 0.9 : 0.45;
  }
  return Math.ceil(tokens);
}

/** Words at their humps, digits, blanks, ASCII marks, accented letters, East Asian characters, whatever else there is. */
const PIECE =
  /([A-Z]?[a-z]+|[A-Z]+(?![a-z]))|(\d+)|(\s+)|([!-~])|([\u00c0-\u024f])|([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])|./gsu;

/** What a tool costs in every request that offers it, without the few tokens a provider adds around all tools. */
export function toolTokens(tool: ToolText): number {
  const { name, description, inputSchema } = tool;
  return estimateTokens(JSON.stringify({ name, description, input_schema: inputSchema }));
}

/** What all tools of a server and its instructions cost. */
export function serverTokens(tools: readonly ToolText[], instructions = ''): number {
  return tools.reduce((sum, tool) => sum + toolTokens(tool), estimateTokens(instructions));
}

interface ToolText {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
}
