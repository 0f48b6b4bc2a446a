import { dirname } from 'node:path';

/** The program that an npm batch file starts. */
export interface Wrapped {
  /** Absolute path. */
  readonly script: string;
  /** Node flags before the script; undefined if the script is an executable. */
  readonly flags: readonly string[] | undefined;
}

/**
 * Matches `"%_prog%" --flag "%dp0%
 * ode_modules\a\cli.js" %*` as written by npm, and similar lines.
 */
const call = /^(.*?)"%(?:dp0%|~dp0)\\?([^"%]+)"\s+%\*\s*$/gm;

/**
 * Returns the program that an npm batch file starts. Batch files are run by cmd.exe, which interprets its arguments as
 * text, and no quoting is safe for all of them. npm's batch files only start another program, which can be started
 * directly.
 */
export function unwrapBatchFile(path: string, text: string): Wrapped | undefined {
  const [, before = '', target] = [...text.matchAll(call)].at(-1) ?? [];
  if (target === undefined) return undefined;
  const script = `${dirname(path.replaceAll('\\', '/'))}/${target.replaceAll('\\', '/')}`;
  if (/\.exe$/i.test(target)) return { script, flags: undefined };
  const flags = /(?:"%_prog%"|"%~dp0\\node\.exe"|\bnode(?:\.exe)?)((?:\s+-\S+)*)\s*$/i.exec(before)?.[1];
  return flags === undefined ? undefined : { script, flags: flags.trim().split(/\s+/).filter(Boolean) };
}
