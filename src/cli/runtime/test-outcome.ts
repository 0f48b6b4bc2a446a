import type { ServerHere } from '../../live/servers-here.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { type LockedServer, toolChangeWords } from '../../model/packages/lock.ts';
import { changesSinceLock, hasLockedInstructions } from '../../runtime/tools/pins/locked-tools.ts';
import { type Pins, pinsOf } from '../../runtime/tools/pins/pins.ts';
import type { ListedInfo } from '../../runtime/tools/tool-cache.ts';
import { lockedServerIn, readLock } from '../../store/locked/lock-file.ts';
import { hintFor } from '../output/hints.ts';
import { failureOf } from '../program/failure.ts';
import { askServer, refreshTools } from './ask-server.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import { changeWarning } from './tool-warnings.ts';
import { problemsOf, strayOutputOf } from './value-problems.ts';
import type { Use } from './with-runtime.ts';

/** Result of testing one server. */
export interface Outcome {
  readonly server: ServerHere;
  /** Absent if the server was not tried. */
  readonly ms?: number;
  readonly tools?: number;
  readonly info?: ListedInfo;
  readonly obstacle?: Obstacle;
  /** Non-fatal problems, such as unresolved values. */
  readonly problems: readonly string[];
}

/** Starts or contacts a server, once, and lists its tools. */
export async function testOutcome(server: ServerHere, use: Use): Promise<Outcome> {
  const { name } = server;
  const began = performance.now();
  const asking = { asked: 'tools', doing: 'asking for its tools', once: true, tellsProblems: true } as const;
  const answer = await askServer(name, use, asking, async (_, tools) => {
    await refreshTools(tools);
    const info = tools.listing?.info ?? {};
    const now = pinsOf(tools.tools, info.instructions, use.runtime.mask);
    return { tools: tools.tools.length, info, now };
  });
  const ms = Math.round(performance.now() - began);
  // Some servers exit slowly; the others need not wait for that.
  void use.runtime.manager.connections.get(name)?.close();
  await use.runtime.pins.settled();
  const changes = use.runtime.pinChanges.filter((change) => change.server === name).map(changeWarning);
  // A failure already quotes it.
  const stray = 'value' in answer ? strayOutputOf(name, use) : [];
  const problems = [...problemsOf(name, use), ...[...stray, ...changes].map((one) => describe(one).message)];
  if ('value' in answer) {
    const { now, ...value } = answer.value;
    const known = server.locked ?? lockedServerIn(await readLock(use.context.host).catch(() => undefined), name);
    const why = lockDifference(known, now);
    if (why === undefined) return { server, ms, problems, ...value };
    const error = new PlugboardError('lock-differs', { name, why });
    if (!server.locked) return { server, ms, problems: [...problems, error.message], ...value };
    return {
      server,
      ms,
      problems,
      ...value,
      obstacle: { ...failureOf(error, { hint: hintFor(error, []) }), server: name },
    };
  }
  const obstacle = obstacleOf(server, answer.error);
  return { server, ms, problems, obstacle };
}

/** How the tools and instructions differ from the locked ones, in words. */
function lockDifference(locked: LockedServer | undefined, now: Pins): string | undefined {
  const words = [
    ...toolChangeWords(changesSinceLock(locked, now)),
    ...(hasLockedInstructions(locked, now) ? [] : ['its instructions changed']),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}
