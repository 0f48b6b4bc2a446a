import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { putEntry, removeEntry } from '../../../src/clients/edit-entry.ts';
import { pathsOf } from '../../../src/clients/paths.ts';
import { findEntry, locationOf } from '../../../src/clients/read-document.ts';
import type { Client, Place } from '../../../src/clients/types.ts';
import { applyEdits } from '../../../src/formats/edit-list.ts';
import { loadFormat } from '../../../src/formats/index.ts';
import { placeOf, surroundingsOf, type Target } from '../../../src/manage/plan/target.ts';
import type { Server } from '../../../src/model/server.ts';
import { target, type Workspace } from '../support/workspace.ts';

export const catalogName = '~/.config/plugboard/plugboard.json';

/** Twelve clients: JSON, JSON with comments, TOML and YAML, maps and lists, with and without a switch. */
export const twelve = [
  'claude-code:user',
  'codex:user',
  'continue:user',
  'copilot-cli:user',
  'crush:user',
  'cursor:user',
  'gemini-cli:user',
  'goose:user',
  'opencode:user',
  'vscode:user',
  'windsurf:user',
  'zed:user',
] as const;

export const targets: readonly Target[] = twelve.map((name) => target(name));

export interface PersonsFile {
  readonly target: Target;
  /** The servers by name, as the client reads them. */
  read(name: string): Promise<Server | undefined>;
  /** Edits a server as a person would: everything else in the file stays. Undefined removes it. */
  edit(name: string, change: (server: Server) => Server | undefined): Promise<void>;
  readonly path: string;
}

export function personsFile({ host, read, write }: Workspace, one: Target): PersonsFile {
  const { client } = one as { client: Client };
  const place: Place = placeOf(one, host);
  const location = locationOf(client, place);
  const path = location ? (pathsOf(location, surroundingsOf(host))[0] ?? '') : '';
  const name = path.startsWith(`${host.home}/`)
    ? `~/${path.slice(host.home.length + 1)}`
    : path.slice(host.cwd.length + 1);
  const format = loadFormat(location?.format ?? 'json');
  return {
    target: one,
    path: name,
    async read(server) {
      return findEntry(client, (await format).parse(read(name) ?? '').value, place, server)?.server;
    },
    async edit(server, change) {
      const text = read(name) ?? '';
      const document = { client, place, format: await format, text };
      const before = findEntry(client, document.format.parse(text).value, place, server)?.server;
      const after = before && change(before);
      if (!before) return;
      const { edits } = after ? putEntry(document, server, after) : removeEntry(document, server);
      write(name, applyEdits(text, edits));
    },
  };
}

export function loseRecords({ host }: Workspace): void {
  rmSync(join(host.env['PLUGBOARD_HOME'] ?? '', 'state', 'sync'), { recursive: true, force: true });
}
