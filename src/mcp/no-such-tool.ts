import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { didYouMean } from './nearest.ts';
import { pageText } from './page.ts';

/** Quotes an unknown name only as far as it could be a tool name. */
const nameChars = 100;

/** The error for a call of an unknown tool, with similar names. */
export function noSuchTool(name: string, names: readonly string[]): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${pageText(name, 0, nameChars).text}. ${didYouMean(name.slice(0, nameChars), names, 'Tools')}`,
  );
}
