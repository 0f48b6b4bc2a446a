import { serverName } from '../../test/web/support/many-servers.ts';
import type { ServedPage } from '../../test/web/support/served-page.ts';
import { median } from '../compare.ts';
import { cpuOf } from '../gateway/processes.ts';

/** What answers of one kind took, in milliseconds, and how long they are. */
export interface Answered {
  readonly path: string;
  readonly firstClock: number;
  readonly firstWork: number;
  /** The median of the further ones. */
  readonly clock: number;
  readonly work: number;
  readonly bytes: number;
}

/** The last one lists every server first, so that what it measures is its own. */
const paths: readonly string[] = [
  '/api/servers',
  '/api/overview',
  '/api/matrix',
  '/api/doctor',
  '/api/context-cost',
  '/api/tools',
  `/api/servers/${serverName(3)}`,
  `/api/matrix/cell?name=${serverName(3)}&client=cursor&scope=user`,
];

/** Asks for everything that grows with the servers, in the order in which a page would, of a program that was just started. */
export async function answers({ link, url, pid }: ServedPage, rounds: number): Promise<Answered[]> {
  const signedIn = await fetch(link, { redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = async (path: string): Promise<{ clock: number; work: number; bytes: number }> => {
    const [started, worked] = [performance.now(), cpuOf([pid])];
    const answer = await fetch(url + path, { headers: { cookie } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    const clock = performance.now() - started;
    return { clock, work: (cpuOf([pid]) - worked) / 1000, bytes: Buffer.byteLength(text) };
  };
  const all: Answered[] = [];
  for (const path of paths) {
    const first = await ask(path);
    const rest = [];
    for (let round = 0; round < rounds; round += 1) rest.push(await ask(path));
    all.push({
      path,
      firstClock: first.clock,
      firstWork: first.work,
      clock: median(rest.map(({ clock }) => clock)),
      work: median(rest.map(({ work }) => work)),
      bytes: first.bytes,
    });
  }
  return all;
}
