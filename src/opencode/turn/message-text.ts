import type { Message } from '../upstream/types.ts';

/** The text of a message, without what OpenCode added for the model. */
export function messageText({ parts }: Message): string {
  return parts.flatMap(({ type, text, synthetic }) => (type === 'text' && text && !synthetic ? [text] : [])).join('\n');
}

/** The last text of a turn: only tool calls may follow it. */
export function finalReply(replies: readonly Message[]): Message | undefined {
  return replies.findLast((reply) => messageText(reply) !== '') ?? replies.at(-1);
}
