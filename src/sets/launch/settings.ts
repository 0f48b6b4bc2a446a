import { containerPath, shapeOf } from '../../clients/read-document.ts';
import { loadFormat } from '../../formats/index.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { isMap, type Path, sameValue, type Value, valueAt } from '../../model/value.ts';
import { commit } from '../../store/write/apply-plan.ts';
import { launchFormat } from './text.ts';
import type { LaunchHome } from './types.ts';

interface Change {
  readonly path: Path;
  /** Undefined if the value was removed. */
  readonly value: Value | undefined;
}

/**
 * Copies settings that the client changed in its session copy to the real file, except for the servers added for the
 * session.
 */
export async function saveSettings(host: Host, home: LaunchHome, before: string, after: string): Promise<void> {
  const { client, real, file, names } = home;
  const format = await loadFormat(launchFormat(client));
  const [{ value: old }, { value: now, diagnostics }] = [format.parse(before), format.parse(after)];
  if (!isMap(old) || !isMap(now) || diagnostics.some(isError)) return;
  const at = containerPath(client, shapeOf(client, now), { scope: 'user', project: host.cwd });
  const ours = new Set(names.map((name) => JSON.stringify([...at, name])));
  const changes = changesBetween(old, now, []).filter(
    ({ path }) => !ours.has(JSON.stringify(path.slice(0, at.length + 1))),
  );
  if (changes.length === 0) return;
  await commit(host, async () => {
    const draft = new PlanDraft(host, `settings that ${client.name} changed`);
    const target = `${real}/${file}`;
    const revision = await draft.revision(target, format.id);
    for (const { path, value } of changes) {
      if (value !== undefined) revision.set(path, value);
      else if (valueAt(revision.value, path) !== undefined) revision.remove(path);
    }
    return draft.plan();
  });
}

function changesBetween(old: Value | undefined, now: Value | undefined, path: Path): Change[] {
  if (isMap(old) && isMap(now)) {
    const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
    return [...keys].flatMap((key) => changesBetween(valueAt(old, [key]), valueAt(now, [key]), [...path, key]));
  }
  const same = old === undefined || now === undefined ? old === now : sameValue(old, now);
  return same ? [] : [{ path, value: now }];
}
