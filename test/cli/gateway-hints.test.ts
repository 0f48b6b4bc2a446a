import { expect, test } from 'vitest';
import { reportStates } from '../../src/cli/gateway/tell-states.ts';
import type { CommandContext } from '../../src/cli/program/command-context.ts';
import type { GatewayState } from '../../src/gateway/state/gateway-state.ts';
import { scriptedGateway } from '../gateway/http/support/scripted-gateway.ts';

test('the command that accepts a changed tool names the state where it must be accepted', () => {
  const hintOf = (state?: Partial<GatewayState>): string => {
    const said: string[] = [];
    const gateway = Object.assign(scriptedGateway(), state && { state });
    const output = { talk: (text: string) => void said.push(text) };
    reportStates(gateway, { output } as unknown as CommandContext);
    gateway.emit({ kind: 'quarantine', server: 'box', tools: ['tell'] });
    return said.join('\n').replace(/^.*Approve with: /, '');
  };
  expect(hintOf()).toBe('plugboard reload box --accept');
  expect(hintOf({})).toBe('plugboard reload box --accept');
  expect(hintOf({ shared: {} as NonNullable<GatewayState['shared']> })).toBe(
    'plugboard reload box --accept --state <url>',
  );
});
