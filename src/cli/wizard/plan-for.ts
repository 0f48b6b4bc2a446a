import { add } from '../../manage/add.ts';
import { importServers } from '../../manage/copy.ts';
import { type OutsideText, outsideTexts } from '../../manage/outside/outside-text.ts';
import { withBrought } from '../../manage/plan/in-steps.ts';
import { sourcesOfText } from '../../manage/project-source.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/write/plan.ts';
import { targetsOf } from './chosen-targets.ts';
import { wantedOf, writtenFor } from './defined-servers.ts';
import type { Draft } from './draft.ts';

/** The plan for the answers. */
export async function planFor(draft: Draft, host: Host): Promise<Plan> {
  if (draft.secrets !== 'vault') return plainPlanFor(draft, host);
  const { intoVault } = await import('../../secrets/migrate/into-vault.ts');
  const names = Object.keys(writtenFor(draft).servers);
  return intoVault(host, names, targetsOf(draft), (on) => plainPlanFor(draft, on));
}

async function plainPlanFor(draft: Draft, host: Host): Promise<Plan> {
  const { servers } = writtenFor(draft);
  const { conflict = 'fail' } = draft;
  const [only = '', ...others] = Object.keys(servers);
  const wanted = draft.way === 'paste' ? wantedOf(draft) : [];
  const sources = await sourcesOfText(host, wanted);
  const outside = named(await outsideTexts(host, wanted, { typed: draft.base }), wanted, Object.keys(servers));
  const plan =
    others.length === 0
      ? await add(
          host,
          only,
          servers[only] as Server,
          targetsOf(draft),
          conflict,
          sources.get(wanted[0]?.name ?? ''),
          outside.get(only),
        )
      : await importServers(host, servers, targetsOf(draft), { conflict, sources, outside });
  return draft.way === 'paste' && draft.brought ? withBrought(plan, draft.brought) : plan;
}

/** A single server can have another name than in the text. */
function named(
  texts: ReadonlyMap<string, OutsideText>,
  wanted: readonly { readonly name: string }[],
  names: readonly string[],
): Map<string, OutsideText> {
  return new Map(
    names.flatMap((name, index) => {
      const text = texts.get(wanted[index]?.name ?? name);
      return text ? [[name, text] as const] : [];
    }),
  );
}
