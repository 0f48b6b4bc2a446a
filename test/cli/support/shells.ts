import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program, type Machine } from './machine.ts';

export type ShellName = 'bash' | 'fish' | 'zsh';

/** Why a test cannot run here, if it cannot. */
export function lacks(...shells: readonly ShellName[]): string | undefined {
  if (process.platform === 'win32') return 'not on Windows';
  const missing = [...new Set(shells)].filter((shell) => spawnSync(shell, ['-c', 'true']).status !== 0);
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : undefined;
}

/** The same for typing into it: zsh has the pseudo terminal, and bash must be able to show its line. */
export function lacksTyping(shell: ShellName): string | undefined {
  const isOld = shell === 'bash' && spawnSync('bash', ['-c', '((BASH_VERSINFO[0] >= 4))']).status !== 0;
  return lacks('zsh', shell) ?? (isOld ? 'bash is older than 4' : undefined);
}

/** Says `captured:<line>:end` for ^X^E, as press-tab.zsh asks. */
const startUp: Readonly<Record<ShellName, (script: string) => string>> = {
  bash: (script) => `
PS1='$ '
source ${script}
captured() { printf 'captured:%s:end\\n' "$READLINE_LINE"; READLINE_LINE=; }
bind -x '"\\C-x\\C-e": captured'
captured`,
  zsh: (script) => `
PROMPT='$ '
autoload -Uz compinit; compinit -u -D
source ${script}
captured() { print -r -- "captured:\${BUFFER}:end"; BUFFER= }
zle -N captured; bindkey '^X^E' captured
captured`,
  fish: (script) => `
source ${script}
function fish_prompt; echo '$ '; end
function captured; printf 'captured:%s:end\\n' (commandline); commandline ''; end
bind \\cx\\ce captured
captured`,
};

const started: Readonly<Record<ShellName, (directory: string) => string>> = {
  bash: (directory) => `bash --rcfile ${directory}/bashrc -i`,
  zsh: (directory) => `ZDOTDIR=${directory} zsh -d -i`,
  fish: (directory) => `fish -C 'source ${directory}/fishrc'`,
};

/** A shell in the project of a machine, with plugboard on its PATH and its completion script in a file. */
export interface ShellBox {
  readonly script: string;
  /** Runs this text of the shell and gives back what it prints. */
  run(text: string): string;
  /** Types each line into an interactive shell and presses Tab; needs zsh, which has a pseudo terminal. */
  pressTab(lines: readonly string[]): { readonly lines: readonly string[]; readonly shown: string };
}

export function shellBox(shell: ShellName, box: Machine): ShellBox {
  const directory = box.path('~/shell');
  mkdirSync(directory, { recursive: true });
  const command = join(directory, 'plugboard');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(command, 0o755);
  const script = join(directory, 'script');
  writeFileSync(script, box.run(['completion', shell]).stdout);
  writeFileSync(join(directory, shell === 'zsh' ? '.zshrc' : `${shell}rc`), startUp[shell](script));
  const env = { ...box.env, PATH: `${directory}${delimiter}${process.env['PATH']}`, TERM: 'xterm' };
  const options = { cwd: box.project, env, encoding: 'utf8' as const, timeout: 50_000 };
  return {
    script,
    run: (text) => spawnSync(shell, [...(shell === 'zsh' ? ['-f'] : []), '-c', text], options).stdout,
    pressTab(lines) {
      const driver = fileURLToPath(new URL('press-tab.zsh', import.meta.url));
      const { stdout, stderr } = spawnSync('zsh', ['-f', driver, started[shell](directory), ...lines], options);
      return { lines: stdout.split('\n').slice(0, -1), shown: stderr };
    },
  };
}
