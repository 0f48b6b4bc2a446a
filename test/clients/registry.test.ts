import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import { toolSides } from '../../src/clients/tool-sides.ts';
import type { Client, Platform } from '../../src/clients/types.ts';

const root = join(import.meta.dirname, '..', '..');
const definitions = join(root, 'src', 'clients', 'definitions');
const files = readdirSync(definitions).filter((file) => file.endsWith('.ts'));
const all = Object.entries<Client>(clients);

const wanted =
  'claude-code claude-desktop opencode codex gemini-cli qwen-code copilot-cli amp cline-cli cline-vscode kilo grok qoder auggie droid kimi-code omp crush vscode cursor windsurf zed roo continue goose junie jetbrains-air lmstudio warp kiro amazon-q antigravity mcp-json mcporter sep-2633 canonical qodo nanocoder command-code pi copilot-xcode copilot-jetbrains visual-studio librechat anythingllm trae';

describe('the registry', () => {
  it('has every definition, under the name of its file', () => {
    const ids = files.map((file) => file.replace('.ts', ''));
    expect(Object.keys(clients).toSorted()).toEqual(ids.toSorted());
    expect(all.filter(([key, { id }]) => key !== id)).toEqual([]);
  });

  it('has the clients people use', () => {
    expect(wanted.split(' ').filter((id) => !Object.hasOwn(clients, id))).toEqual([]);
  });

  it('has forty assistants, not counting our own files and a draft', () => {
    const ours = ['canonical', 'mcp-json', 'sep-2633'];
    expect(Object.keys(clients).filter((id) => !ours.includes(id)).length).toBeGreaterThanOrEqual(40);
  });

  it('has few clients that need code of their own', () => {
    expect(all.filter(([, { quirks }]) => quirks).length).toBeLessThanOrEqual(4);
  });

  it('has short definitions', () => {
    const long = files.filter((file) => readFileSync(join(definitions, file), 'utf8').split('\n').length - 1 > 120);
    expect(long).toEqual([]);
  });
});

describe.each(all)('%s', (id, client) => {
  it('has a fixture', () => expect(existsSync(join(root, 'fixtures', 'clients', id))).toBe(true));

  it('says where its facts come from, and when', () => {
    expect(new URL(client.docs).protocol).toBe('https:');
    expect(client.verified.on).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Number.isNaN(Date.parse(client.verified.on))).toBe(false);
  });

  it('knows its files on every system', () => {
    expect(client.locations.length).toBeGreaterThan(0);
    for (const { paths } of client.locations) {
      for (const platform of ['linux', 'darwin', 'win32'] as const) {
        const list = Array.isArray(paths) ? paths : (paths as Record<Platform, readonly string[]>)[platform];
        expect(list.length).toBeGreaterThan(0);
        expect((list as string[]).filter((path) => path.includes('\\'))).toEqual([]);
      }
    }
  });

  it('says how it compares names of tools, if it has lists of them', () => {
    const { allow, deny } = toolSides(client);
    expect(client.toolNames !== undefined).toBe((allow || deny) && client.verbatim !== true);
  });

  it('has a shape for new files', () => {
    expect(client.shapes.length).toBeGreaterThan(0);
    expect(client.shapes.at(-1)?.matches).toBeUndefined();
  });
});
