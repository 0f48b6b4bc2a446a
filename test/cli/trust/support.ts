import { existsSync } from 'node:fs';
import { type Machine, machine } from '../support/machine.ts';

/** A machine whose project brings a server that leaves a mark when it is started, by whomever. */
export interface Scene extends Machine {
  started(): boolean;
}

/** Windows and Unix start it the same way: the program is this Node. */
export function scene(files: Readonly<Record<string, string>> = {}): Scene {
  const here = machine(files);
  here.write('.mcp.json', JSON.stringify({ mcpServers: { evil: marking(here.path('~/marker')) } }));
  return { ...here, started: () => existsSync(here.path('~/marker')) };
}

export function marking(marker: string): { command: string; args: string[]; env: Record<string, string> } {
  const script = "require('node:fs').writeFileSync(process.env.MARKER, 'started')";
  return { command: process.execPath, args: ['-e', script], env: { MARKER: marker } };
}

/** Everything of ours that would start a server. */
export function tryAll(here: Machine, name: string): void {
  for (const args of [
    ['test'],
    ['test', name],
    ['tools', name, '--refresh'],
    ['call', name, 'x'],
    ['reload', name],
    ['run', 'kept'],
    ['run', '--servers', name],
  ])
    here.run([...args, '--yes']);
  here.run(['serve'], {
    input: `${JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    })}\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`,
  });
}
