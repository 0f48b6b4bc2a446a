import { variable } from '../find-program.ts';
import type { Environment } from '../reference.ts';

/** Programs that come with Windows, by their path in its system directory. */
const files = {
  cmd: 'cmd.exe',
  icacls: 'icacls.exe',
  powershell: 'WindowsPowerShell\\v1.0\\powershell.exe',
  rundll32: 'rundll32.exe',
  taskkill: 'taskkill.exe',
  whoami: 'whoami.exe',
  wmic: 'wbem\\wmic.exe',
} as const;

export type SystemProgram = keyof typeof files;

/**
 * The path of a program that comes with Windows. Given its name alone, Node looks into the working directory first, where a
 * project could provide another program.
 */
export function systemProgram(name: SystemProgram, env: Environment): string {
  const root = variable('SYSTEMROOT', env, 'win32') || 'C:\\Windows';
  return `${root.replaceAll('/', '\\').replace(/\\+$/, '')}\\System32\\${files[name]}`;
}

/** How a script of PowerShell is started, before its arguments. The execution policy of the machine applies. */
export function powershellStart(script: string, env: Environment): { file: string; first: string[] } {
  return {
    file: systemProgram('powershell', env),
    first: ['-NoProfile', '-NonInteractive', '-File', script.replaceAll('/', '\\')],
  };
}
