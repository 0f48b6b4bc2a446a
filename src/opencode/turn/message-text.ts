import type { Message } from '../upstream/types.ts';

/** What was said in a message, without what OpenCode has added for the model. */
export function messageText({ parts }: Message): string {
  return parts.flatMap(({ type, text, synthetic }) => (type === 'text' && text && !synthetic ? [text] : [])).join('\n');
}

/** The last thing that was said in a turn: after it come at most calls of tools. */
export function finalReply(replies: readonly Message[]): Message | undefined {
  return replies.findLast((reply) => messageText(reply) !== '') ?? replies.at(-1);
}
