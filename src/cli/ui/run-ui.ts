import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createApiContext } from '../../api/create-api-context.ts';
import { watchIdleness } from '../../api/instance/idle-exit.ts';
import { removeInstance, writeInstance } from '../../api/instance/instance-file.ts';
import { findRunningInstance } from '../../api/instance/running-instance.ts';
import { serve } from '../../api/serve.ts';
import { readSettings } from '../../api/settings/settings-file.ts';
import { untilEnded } from '../../mcp/until-exit.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { shortPath } from '../../model/short-path.ts';
import { openBrowser } from '../../runtime/sign-in/callback/open-browser.ts';
import { noteProject } from '../../store/state/known-projects.ts';
import { keepServing } from '../gateway/keep-serving.ts';
import type { CommandContext } from '../program/command-context.ts';
import { openProject } from './open-project.ts';

export interface UiOptions {
  readonly hostname: '127.0.0.1' | '::1';
  readonly port: number | undefined;
  readonly idleMinutes: number | undefined;
  readonly open: boolean;
}

interface Page {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly link: string;
}

/** Serves the page of this project until it is stopped. If it is already served, only opens it. */
export async function runUi(context: CommandContext, options: UiOptions): Promise<void> {
  const running = await findRunningInstance(context.host);
  if (running && [undefined, 0, running.port].includes(options.port)) {
    await announcePage(context, running, options.open);
    return context.output.talk('The page was already being served by another Plugboard process.');
  }
  await serveUntilEnded(context, options);
}

/** Prints a new link for the running page. */
export async function printLink({ host, output }: CommandContext): Promise<void> {
  const running = await findRunningInstance(host);
  if (!running) throw new PlugboardError('page-not-served', { project: shortPath(host.cwd, host) });
  if (output.json) output.data(pageOf(running));
  else output.print(running.link);
}

async function serveUntilEnded(context: CommandContext, options: UiOptions): Promise<void> {
  const { host, output } = context;
  const { hostname, port = 0, idleMinutes, open } = options;
  const signals = untilEnded(false);
  const api = createApiContext(host, {}, { openProject });
  const serving = await serve({ api, webRoot: webRoot(), hostname, port }).catch(async (error: unknown) => {
    signals.stop();
    await api.close();
    throw error;
  });
  const { url, secret } = serving;
  const pid = host.processes.own;
  const note = { pid, started: host.processes.startOf(pid) ?? '', url, secret };
  const stopKeeping = keepServing(context);
  const idle = watchIdleness(api, async () => idleMinutes ?? (await readSettings(host)).idleExitMinutes);
  try {
    await writeInstance(host, note);
    await noteProject(host);
    await announcePage(context, { ...serving, pid, link: serving.link() }, open);
    output.talk('Stop with Ctrl+C.');
    await Promise.race([signals.ended, idle.ended]);
  } finally {
    signals.stop();
    stopKeeping();
    idle.stop();
    await removeInstance(host, note);
    await Promise.all([serving.close(), api.close()]);
  }
}

async function announcePage({ host, output }: CommandContext, page: Page, open: boolean): Promise<void> {
  if (output.json) return output.data(pageOf(page));
  output.print(page.link);
  const isShown = open && (await openBrowser(page.link, host));
  output.talk(
    isShown
      ? 'Opened in your browser. For another browser: plugboard ui --link'
      : 'Open this link within a minute; it works once. For a new link: plugboard ui --link',
  );
}

function pageOf({ url, port, pid, link }: Page): Page {
  return { url, port, pid, link };
}

/** Relative to the real path of the program, because package managers install a link to it. */
function webRoot(): string {
  return join(dirname(realpathSync(process.argv[1] ?? '.')), '..', 'dist', 'web');
}
