import type { Operation } from '../../live/recent-failures.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import type { Session } from '../../runtime/connect/session/session.ts';
import type { Output } from '../output/output.ts';
import { askServer } from './ask-server.ts';
import { answerObstacle, type Obstacle } from './obstacle.ts';
import { recentObstacle } from './recent-obstacle.ts';
import { failWith, obstacleAsData, obstacleLines } from './show-obstacle.ts';
import { obstacleAfterPrompt, serverNamed, usableServers } from './use-server.ts';
import type { Use } from './with-runtime.ts';

export interface Question<T> {
  readonly asked: Operation;
  /** Ask even if the server failed a moment ago. */
  readonly anew: boolean;
  /** Progress text. */
  readonly doing: string;
  ask(session: Session): Promise<T>;
}

/** Asks one server; undefined if it does not answer, which is then reported. */
export async function askNamed<T>(name: string, use: Use, question: Question<T>): Promise<T | undefined> {
  const { output } = use.context;
  const server = serverNamed(name, use);
  const before = await obstacleAfterPrompt(server, use);
  if (before) return failWith(before, output);
  const answer = await ask(server, use, question, false);
  return 'value' in answer ? answer.value : failWith(answer.obstacle, output);
}

export interface Answered<T> {
  readonly server: ServerHere;
  readonly value: T;
}

export interface Answers<T> {
  readonly answered: readonly Answered<T>[];
  /** Servers that did not answer or may not be asked. */
  readonly obstacles: readonly Obstacle[];
}

/** Disabled and denied servers are so on purpose and not reported. */
export function isReported({ code }: Obstacle): boolean {
  return code === 'approval-needed' || code === 'server-invalid';
}

/** Asks all usable servers. Undefined if none answers, which is then reported. */
export async function askAll<T>(use: Use, question: Question<T>): Promise<Answers<T> | undefined> {
  const { output } = use.context;
  const { usable, obstacles } = await usableServers(use);
  const answers = await Promise.all(
    usable.map(async (server) => ({ server, ...(await ask(server, use, question, true)) })),
  );
  const answered = answers.flatMap((one) => ('value' in one ? [{ server: one.server, value: one.value }] : []));
  const failed = answers.flatMap((one) => ('obstacle' in one ? [one.obstacle] : []));
  if (failed.length > 0 && answered.length === 0) return failWithAll(failed, output);
  return { answered, obstacles: [...obstacles.filter(isReported), ...failed] };
}

async function ask<T>(
  server: ServerHere,
  use: Use,
  { asked, anew, doing, ask: question }: Question<T>,
  once: boolean,
): Promise<{ readonly value: T } | { readonly obstacle: Obstacle }> {
  const { signal, lines } = use;
  const recent = anew ? undefined : await recentObstacle(server, asked, use);
  if (recent) return { obstacle: recent };
  const answer = await askServer(server.name, use, { asked, doing, once }, async (connection) =>
    question(await connection.ready(signal)),
  );
  lines.finish(server.name);
  return 'value' in answer ? answer : { obstacle: answerObstacle(server, answer.error) };
}

/** Reports that no server answered. */
export function failWithAll(obstacles: readonly Obstacle[], output: Output): undefined {
  const [first, ...others] = obstacles.map(obstacleAsData);
  if (output.json && first) output.fail(first, ...others);
  else for (const obstacle of obstacles) failWith(obstacle, output);
}

/** Reports failures besides the answers of other servers. */
export function printObstacles(obstacles: readonly Obstacle[], output: Output): void {
  for (const obstacle of obstacles) for (const line of obstacleLines(obstacle, output, true)) output.talk(line);
}
