import { serversIn } from '../../manage/servers-in.ts';
import { nameOf, type Target } from '../../manage/target.ts';
import type { Host } from '../../model/host.ts';
import type { Output } from '../output.ts';
import { targetsOf } from './chosen-targets.ts';
import { definedBy } from './defined-servers.ts';
import type { Draft } from './draft.ts';
import type { Questions } from './terminal/questions.ts';

/** What the steps of the wizard work with. */
export interface Desk {
  readonly host: Host;
  readonly output: Output;
  readonly questions: Questions;
}

/** Where a server of this name is already, of the places that are known to be wanted. */
export async function takenAt(draft: Draft, host: Host): Promise<(name: string) => string[]> {
  const places = await Promise.all(
    targetsOf(draft).map(async (target) => [nameOf(target), await namesIn(target, host)] as const),
  );
  return (name) => places.filter(([, names]) => names.has(name)).map(([place]) => place);
}

/** The draft with what the files say about it. */
export async function withTaken(draft: Draft, host: Host): Promise<Draft> {
  const placesOf = await takenAt(draft, host);
  return { ...draft, taken: [...new Set(Object.keys(definedBy(draft)).flatMap(placesOf))] };
}

/** A file that cannot be read is complained about when it is to be written. */
async function namesIn(target: Target, host: Host): Promise<ReadonlySet<string>> {
  try {
    return new Set((await serversIn(host, target)).servers.keys());
  } catch {
    return new Set();
  }
}
