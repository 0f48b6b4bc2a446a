import { isAbsolute, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { HttpFront } from '../../../gateway/http/serve-http.ts';
import { watchFiles } from '../../../live/watch/watch-files.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import { visible } from '../../../model/visible.ts';
import { printDiagnostics } from '../../output/print-diagnostics.ts';
import type { CommandContext } from '../../program/command-context.ts';
import { readTls } from '../read-tls.ts';
import type { ServeLine } from '../serve-flags.ts';
import { changedFixed, type HttpSettings } from './http-settings.ts';

export interface FollowedConfig {
  readonly line: ServeLine;
  readonly settings: HttpSettings;
  readonly read: () => Promise<HttpSettings>;
  readonly front: HttpFront;
  readonly context: CommandContext;
}

/** Certificates are replaced by renaming, which some drives do not report. */
const TIMES = { quietMs: 100, anywayMs: 2000 };

/** Applies changes of `gateway.json` and of the certificate. An invalid change is reported and has no effect. */
export function followConfig({ line, settings, read, front, context }: FollowedConfig): () => void {
  const { host, output } = context;
  let current = settings;
  let turn = Promise.resolve();
  const apply = async (): Promise<void> => {
    const now = await read();
    if (now.tlsFiles && current.tlsFiles) front.renewTls(readTls(now.tlsFiles, host));
    const changed = changedFixed(current, now);
    if (changed.length > 0) output.talk(`Restart the gateway to apply: ${changed.join(', ')}.`);
    front.update({
      ...(!isDeepStrictEqual(now.limits, current.limits) && { limits: now.limits }),
      ...(!isDeepStrictEqual(now.oauth, current.oauth) && { oauth: now.oauth }),
    });
    current = now;
  };
  const report = async (error: unknown): Promise<void> => {
    output.talk(`${visible(error instanceof Error ? error.message : String(error))} The settings stay as they were.`);
    if (!(error instanceof PlugboardError)) return;
    const { data } = error as PlugboardError;
    if ('diagnostics' in data) await printDiagnostics(data.diagnostics, host, output);
  };
  const files = [line.flags.config, settings.tlsFiles?.cert, settings.tlsFiles?.key]
    .filter((file) => file !== undefined)
    .map((file) => (isAbsolute(file) ? file : resolve(host.cwd, file)));
  if (files.length === 0) return () => {};
  const onChange = (): void => {
    turn = turn.then(apply).catch(report);
  };
  return watchFiles(files, onChange, TIMES);
}
