import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openRuntime } from '../../src/live/open-runtime.ts';
import type { Host } from '../../src/model/host.ts';
import { sourcesIn } from '../../src/sets/launch/plan.ts';
import { setsHere } from '../../src/sets/sets-here.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { Random } from '../random.ts';
import type { FuzzReport, FuzzTarget } from '../target.ts';
import { movesWith } from './approval-laundering/moves.ts';

/** Maximum number of moves per attempt. */
const MOST_MOVES = 6;

const script = "require('node:fs').writeFileSync(process.env.MARKER, 'started')";

/** Copies, renames, exports and imports a project's server at random, and then starts everything. */
export const approvalLaundering: FuzzTarget = {
  name: 'approval-laundering',
  promise: 'No sequence of copies, edits, exports, undos and page operations starts a server of a project unapproved.',
  runsInTests: 40,
  async attack(runs, seed): Promise<FuzzReport> {
    const random = new Random(seed);
    const failures: string[] = [];
    const figures = { moves: 0, refused: 0, 'copies that ask for approval': 0 };
    for (let run = 0; run < runs; run += 1) {
      const machine = makeMachine(random.below(2) === 0);
      const made: string[] = [];
      try {
        const { moves, close } = movesWith(machine.host, random);
        for (let count = 1 + random.below(MOST_MOVES); count > 0; count -= 1) {
          const [name, move] = random.pick(moves);
          figures.moves += 1;
          made.push(name);
          // A rejected operation, for example without a server to move, changes nothing.
          await move().catch(() => (figures.refused += 1));
        }
        await close();
        figures['copies that ask for approval'] += await startEverything(machine);
        if (existsSync(machine.marker)) failures.push(`started after ${made.join(', ')} (seed ${seed}, run ${run})`);
        const loose = await unguardedInSets(machine.host);
        if (loose > 0) failures.push(`a set hands it on after ${made.join(', ')} (seed ${seed}, run ${run})`);
      } finally {
        rmSync(machine.root, { recursive: true, force: true });
      }
    }
    return { runs, figures, failures };
  },
};

interface Box {
  readonly root: string;
  readonly marker: string;
  readonly host: Host;
}

/** Sometimes the catalog already has a server of the same name, which a copy can replace. */
function makeMachine(hasNamesake: boolean): Box {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plugboard-fuzz-')));
  const [home, cwd, marker] = [join(root, 'home'), join(root, 'project'), join(root, 'marker')];
  const evil = { command: process.execPath, args: ['-e', script], env: { MARKER: marker } };
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  mkdirSync(home);
  const own = { servers: { evil: { command: join(home, 'not-there') } } };
  if (hasNamesake) put(join(home, '.config/plugboard/plugboard.json'), JSON.stringify(own));
  put(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { evil } }));
  put(join(cwd, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { 'evil-2': { ...evil, cwd: '.' } } }));
  return { root, marker, host: { ...nodeHost(), home, cwd, env: { PATH: process.env['PATH'], HOME: home } } };
}

/** In the project, in the project without its files, and elsewhere. Counts servers that need approval. */
async function startEverything({ host, root }: Box): Promise<number> {
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere, { recursive: true });
  let asking = 0;
  for (const cwd of [host.cwd, elsewhere]) {
    const runtime = await openRuntime({ ...host, cwd }, { verify: 'none' });
    await runtime.manager.connectAll();
    for (const { state } of runtime.manager.connections.values()) if (state.name === 'needs-approval') asking += 1;
    await runtime.close();
  }
  return asking;
}

/** And not the namesake in the catalog. */
function isOfProject(server: unknown): boolean {
  return JSON.stringify(server).includes('MARKER');
}

/** Servers in sets that `run` would start without asking. */
async function unguardedInSets(host: Host): Promise<number> {
  const { sets } = await setsHere(host);
  const all = sets.flatMap(({ servers }) => Object.values(servers)).filter(isOfProject).length;
  return all - (await sourcesIn(host, { sets })).length;
}
