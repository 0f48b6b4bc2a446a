import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Host } from '../model/host.ts';
import { maskLine } from '../model/secrets/secret.ts';

export interface AgentOptions {
  readonly host: Host;
  readonly version: string;
  /** Apply plans without asking, as `--allow apply` says. */
  readonly mayApply: boolean;
  /** Writes a line that is not part of the protocol. */
  readonly write: (line: string) => void;
}

/** State shared by all connections of one process. */
export interface AgentApp extends Omit<AgentOptions, 'write'> {
  readonly log: (message: string) => void;
  /** Seals the state that a client holds while its user decides. */
  readonly states: ReturnType<typeof createRequestStateCodec>;
}

/** Plans expire after an hour, so an older answer cannot count. */
const STATE_SECONDS = 3600;

export function makeAgentApp({ write, ...options }: AgentOptions): AgentApp {
  return {
    ...options,
    log: (message) => write(`mcp: ${maskLine(message)}\n`),
    states: createRequestStateCodec({ key: randomBytes(32), ttlSeconds: STATE_SECONDS }),
  };
}
