import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TlsFiles } from '../../../gateway/http/listen/open-server.ts';
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
  /** Called with the files that the gateway serves with from now on. */
  readonly onTls: (tls: TlsFiles) => Promise<void>;
}

/** Certificates are replaced by renaming, which some drives do not report. */
const TIMES = { quietMs: 100, anywayMs: 2000 };

/** Applies changes of `gateway.json` and of the certificate. An invalid change is reported and has no effect. */
export function followConfig({ line, settings, read, front, context, onTls }: FollowedConfig): () => void {
  const { host, output } = context;
  let current = settings;
  let turn = Promise.resolve();
  let [watched, stop]: [readonly string[], () => void] = [[], () => {}];
  /** Also files that do not exist yet: a new certificate may be put there later. */
  const watch = ({ tlsFiles }: HttpSettings): void => {
    const files = [line.flags.config, tlsFiles?.cert, tlsFiles?.key]
      .filter((file) => file !== undefined)
      .map((file) => resolve(host.cwd, file));
    if (isDeepStrictEqual(files, watched)) return;
    stop();
    [watched, stop] = [files, watchFiles(files, onChange, TIMES)];
  };
  const apply = async (): Promise<void> => {
    const now = await read();
    watch(now);
    if (now.tlsFiles && current.tlsFiles) {
      const tls = readTls(now.tlsFiles, host);
      front.renewTls(tls);
      await onTls(tls);
    }
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
  const onChange = (): void => {
    turn = turn.then(apply).catch(report);
  };
  watch(settings);
  return () => stop();
}
