import { applyEdits } from '../../formats/edit-list.ts';
import { removeValue, setValue } from '../../formats/edit.ts';
import { loadFormat } from '../../formats/index.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { type Path, type Value, valueAt } from '../../model/value.ts';
import { readText } from '../../store/read/read-text.ts';
import { commit } from '../../store/write/apply-plan.ts';
import type { App } from '../app.ts';
import { redact } from '../redact.ts';
import type { Api } from '../upstream/api.ts';
import { reload } from './reload.ts';
import { type SettingsScope, settingsFile } from './settings-file.ts';

/** A value to set, or to remove if undefined. */
export interface Change {
  readonly path: Path;
  readonly value: Value | undefined;
}

export interface Edited {
  readonly file: string;
  /** The previous value of each changed setting, without secrets; null if it was not set. */
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  readonly changed: boolean;
  readonly effective: string;
}

/** `changes` receives all settings in the file. */
export type Planned = (root: Value | undefined) => readonly Change[] | Promise<readonly Change[]>;

/**
 * Edits OpenCode's settings file with minimal changes, so comments stay, and makes OpenCode reload it. The change is
 * recorded in Plugboard's history and can be undone.
 */
export async function editSettings(
  app: App,
  api: Api,
  scope: SettingsScope,
  title: string,
  planned: Planned,
): Promise<Edited> {
  const file = await settingsFile(app, api, scope);
  const format = await loadFormat('jsonc');
  let changes: readonly Change[] = [];
  let before: Value | undefined;
  let after: Value | undefined;
  // The policies of the call's project apply.
  const { applied } = await commit({ ...app.host, cwd: api.directory }, async () => {
    const old = await currentText(app, file);
    before = format.parse(old ?? '').value;
    changes = await planned(before);
    const text = changes.reduce((sofar, { path, value }) => {
      if (value !== undefined) return applyEdits(sofar, setValue(format, sofar, path, value));
      if (valueAt(format.parse(sofar).value, path) === undefined) return sofar;
      return applyEdits(sofar, removeValue(format, sofar, path, { prune: 1 }));
    }, old ?? '');
    after = format.parse(text).value;
    const changed = old === undefined && text === '' ? undefined : text;
    return {
      title,
      servers: [],
      changes: [{ path: file, before: old, after: changed }],
      losses: [],
      unwritten: [],
      diagnostics: [],
    };
  });
  const effective = applied ? await reload(app, api, scope) : 'nothing to change';
  return {
    file,
    before: places(before, changes),
    after: places(after, changes),
    changed: applied !== undefined,
    effective,
  };
}

async function currentText({ host }: App, file: string): Promise<string | undefined> {
  if ((await host.fs.kindOf(file)) === undefined) return undefined;
  const read = await readText(host, file);
  if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
  return read.text;
}

function places(root: Value | undefined, changes: readonly Change[]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(({ path }) => [path.join('.'), redact(valueAt(root, path) ?? null, String(path.at(-1)))]),
  );
}
