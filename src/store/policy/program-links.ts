import { absolute, findProgram, searchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { expandDeep } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import type { Policy } from '../../policy/policy.ts';
import { programsOf } from '../../policy/programs.ts';

/**
 * The files that the programs of a server lead to through links: a link with another name must not lead around a rule
 * for programs. Empty if no policy has such a rule.
 */
export async function programLinks(
  host: Host,
  policies: readonly Policy[],
  written: Server,
  project = host.cwd,
): Promise<string[]> {
  if (!policies.some(({ rules }) => rules.some(({ deny }) => deny?.command))) return [];
  const server = expandDeep(written, host.env);
  const cwd = typeof server.cwd === 'string' ? absolute(server.cwd, project) : project;
  const directories = searchPath({ ...host, env: { ...host.env, ...server.env } });
  const found = await Promise.all(
    programsOf(server)
      .chain.filter((word) => word !== '')
      .map(async (word) => {
        const { found: file } = await findProgram(host, word, directories, cwd);
        return file === undefined ? undefined : host.fs.realPath(file).catch(() => undefined);
      }),
  );
  return found.filter((path) => path !== undefined);
}
