import { diagnostic } from '../model/diagnostic.ts';
import { type Environment, expandText } from '../model/reference.ts';
import { isWebAddress } from '../validate/server-rules.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { groupBy } from './group-by.ts';
import type { Discovery } from './types.ts';

/** All definitions of one name, and the one that counts. */
export interface Choice {
  readonly name: string;
  /** Undefined when none of them can be used. */
  readonly taken: Candidate | undefined;
  /** Being switched off is final: a definition elsewhere does not bring the server back. */
  readonly disabled: boolean;
  /** In order of preference. */
  readonly all: readonly Candidate[];
}

/** One definition per name out of the files of all clients. */
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

/** An address with references in it could not be checked before. */
function afterExpansion(candidate: Candidate, env: Environment): Candidate {
  const { entry, findings } = candidate;
  const { url } = entry.server;
  if (!candidate.usable || typeof url !== 'string' || isWebAddress(expandText(url, env))) return candidate;
  const { file, path, range } = entry;
  const finding = diagnostic('url-invalid', {}, { file, path, ...(range ? { range } : {}) });
  return { entry, findings: [...findings, finding], usable: false };
}
