import type { ServerHere } from '../../live/servers-here.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import type { ListedInfo } from '../../runtime/tools/tool-cache.ts';
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
    return { tools: tools.tools.length, info: tools.listing?.info ?? {} };
  });
  const ms = Math.round(performance.now() - began);
  // Some servers exit slowly; the others need not wait for that.
  void use.runtime.manager.connections.get(name)?.close();
  await use.runtime.pins.settled();
  const changes = use.runtime.pinChanges.filter((change) => change.server === name).map(changeWarning);
  // A failure already quotes it.
  const stray = 'value' in answer ? strayOutputOf(name, use) : [];
  const problems = [...problemsOf(name, use), ...[...stray, ...changes].map((one) => describe(one).message)];
  if ('value' in answer) return { server, ms, problems, ...answer.value };
  const obstacle = obstacleOf(server, answer.error);
  return { server, ms, problems, obstacle };
}
