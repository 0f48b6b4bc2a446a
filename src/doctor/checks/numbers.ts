import { findingOn } from '../finding.ts';
import type { ByClient, EntryCheck } from '../types.ts';

interface Limit {
  readonly key: string;
  readonly whole?: boolean;
  readonly min?: number;
  readonly max?: number;
}

const whole = (key: string): Limit => ({ key, whole: true, min: 1 });

/** Numbers for which a client drops the entry or refuses the file when they are others. */
const limits: ByClient<readonly Limit[]> = {
  'claude-code': [whole('timeout')],
  'cline-cli': [{ key: 'timeout', min: 1 }],
  'cline-vscode': [{ key: 'timeout', min: 1 }],
  'copilot-cli': [{ key: 'timeout', min: 1, max: 4_294_967_295 }],
  crush: [whole('timeout')],
  goose: [whole('timeout')],
  grok: [whole('tool_timeout_sec')],
  'kimi-code': ['startupTimeoutMs', 'toolTimeoutMs'].map((key) => ({ ...whole(key), max: 2_147_483_647 })),
  opencode: [whole('timeout')],
  roo: [{ key: 'timeout', min: 1, max: 3600 }],
  zed: [whole('timeout')],
};

/** Numbers that a client does not accept. */
export const numbers: EntryCheck = ({ entries }) =>
  entries.flatMap((subject) => {
    const { client, native } = subject.entry;
    return (limits[client.id] ?? []).flatMap((limit) => {
      const value = native[limit.key];
      // A map of several timeouts is another matter.
      if (value === undefined || typeof value === 'object' || fits(value, limit)) return [];
      const args = { key: limit.key, needs: inWords(limit), client: client.name };
      return [findingOn(subject, 'number-refused', args, { at: [limit.key] })];
    });
  });

function fits(value: unknown, { whole: isWhole, min = -Infinity, max = Infinity }: Limit): boolean {
  return typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

function inWords({ whole: isWhole, min, max }: Limit): string {
  const number = isWhole ? 'a whole number' : 'a number';
  return max === undefined ? `${number} from ${min} on` : `${number} from ${min} to ${max}`;
}
