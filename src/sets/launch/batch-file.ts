import { dirname } from 'node:path';

/** What a batch file of npm starts, seen from where the file is. */
export interface Wrapped {
  /** Absolute path. */
  readonly script: string;
  /** For Node, before the script; undefined when the script is a program itself. */
  readonly flags: readonly string[] | undefined;
}

/** `"%_prog%" --flag "%dp0%\node_modules\a\cli.js" %*` as npm writes it, and others much like it. */
const call = /^(.*?)"%(?:dp0%|~dp0)\\?([^"%]+)"\s+%\*\s*$/gm;

/**
 * Batch files are run by cmd.exe, which takes the arguments for a text to interpret, and no quoting keeps all of them
 * whole. Those of npm do nothing but start another program, which can be started without them.
 */
export function unwrapBatchFile(path: string, text: string): Wrapped | undefined {
  const [, before = '', target] = [...text.matchAll(call)].at(-1) ?? [];
  if (target === undefined) return undefined;
  const script = `${dirname(path.replaceAll('\\', '/'))}/${target.replaceAll('\\', '/')}`;
  if (/\.exe$/i.test(target)) return { script, flags: undefined };
  const flags = /(?:"%_prog%"|"%~dp0\\node\.exe"|\bnode(?:\.exe)?)((?:\s+-\S+)*)\s*$/i.exec(before)?.[1];
  return flags === undefined ? undefined : { script, flags: flags.trim().split(/\s+/).filter(Boolean) };
}
