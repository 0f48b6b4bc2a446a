import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { installed, root } from './support/installed.ts';

const keyring = `exports.AsyncEntry = class {
  constructor(...names) { this.names = names; }
  async getPassword() { return this.names.join(' of '); }
};`;

it('is found by the program when it is installed beside it', () => {
  const program = installed({ isWritable: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const said = (): string => {
    const { status, stdout, stderr } = program.run(['test', 'one']);
    expect(status).toBe(0);
    return stdout + stderr;
  };
  const args = [join(root, 'test/gateway/servers/talkative.mjs'), 'legacy', 'one'];
  const one = { command: process.execPath, args, env: { SECRET: 'keychain:service/account' } };
  write(join(program.home, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { one } }));
  const notInstalled = 'needs the package @napi-rs/keyring, which is not installed';
  expect(said()).toContain(notInstalled);
  const folder = join(program.dist, '..', 'node_modules', '@napi-rs', 'keyring');
  write(join(folder, 'package.json'), '{ "name": "@napi-rs/keyring", "main": "index.js" }');
  write(join(folder, 'index.js'), keyring);
  expect(said()).not.toContain('SECRET');
});
