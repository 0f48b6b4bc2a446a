import { diagnostic } from '../model/diagnostics/diagnostic.ts';
import { type Environment, expandText } from '../model/reference.ts';
import { isWebAddress } from '../validate/server-rules.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { groupBy } from './group-by.ts';
import type { Discovery } from './types.ts';

/** All definitions of one name, and the active one. */
export interface Choice {
  readonly name: string;
  /** The active definition; undefined if none is usable. */
  readonly taken: Candidate | undefined;
  /** A disabled definition is final: a definition of lower priority does not enable the server again. */
  readonly disabled: boolean;
  /** In order of preference. */
  readonly all: readonly Candidate[];
}

/** Chooses one definition per name from the files of all clients. */
export function chooseDefinitions(discovery: Discovery, env: Environment): Choice[] {
  const candidates = candidatesOf(discovery).map((candidate) => afterExpansion(candidate, env));
  return [...groupBy(candidates, ({ entry }) => entry.name)].map(([name, all]) => {
    const taken = all.find((candidate) => candidate.usable || isDisabled(candidate));
    return { name, taken, disabled: taken !== undefined && isDisabled(taken), all };
  });
}

function isDisabled({ entry }: Candidate): boolean {
  return entry.server.disabled === true;
}

/** Checks URLs with references, which can only be checked after expansion. */
function afterExpansion(candidate: Candidate, env: Environment): Candidate {
  const { entry, issues } = candidate;
  const { url } = entry.server;
  if (!candidate.usable || typeof url !== 'string' || isWebAddress(expandText(url, env))) return candidate;
  const { file, path, range } = entry;
  const issue = diagnostic('url-invalid', {}, { file, path, ...(range ? { range } : {}) });
  return { entry, issues: [...issues, issue], usable: false };
}
