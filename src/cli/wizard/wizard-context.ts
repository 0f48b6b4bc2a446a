import { serversIn } from '../../manage/plan/servers-in.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import type { Output } from '../output/output.ts';
import { targetsOf } from './chosen-targets.ts';
import { definedBy } from './defined-servers.ts';
import type { Draft } from './draft.ts';
import type { Questions } from './questions.ts';

export interface WizardContext {
  readonly host: Host;
  readonly output: Output;
  readonly questions: Questions;
}

/** Returns a function that lists the chosen targets that already have a server with a name. */
export async function takenAt(draft: Draft, host: Host): Promise<(name: string) => string[]> {
  const places = await Promise.all(
    targetsOf(draft).map(async (target) => [nameOf(target), await namesIn(target, host)] as const),
  );
  return (name) => places.filter(([, names]) => names.has(name)).map(([place]) => place);
}

/** The draft with the targets in which its names are taken. */
export async function withTaken(draft: Draft, host: Host): Promise<Draft> {
  const placesOf = await takenAt(draft, host);
  return { ...draft, taken: [...new Set(Object.keys(definedBy(draft)).flatMap(placesOf))] };
}

/** An unreadable file is reported when it is written. */
async function namesIn(target: Target, host: Host): Promise<ReadonlySet<string>> {
  try {
    return new Set((await serversIn(host, target)).servers.keys());
  } catch {
    return new Set();
  }
}
