import { bash } from './bash.ts';
import { fish } from './fish.ts';
import { powershell } from './powershell.ts';
import { zsh } from './zsh.ts';

export interface Shell {
  readonly name: string;
  /** The script that makes the shell call Plugboard for completions. */
  readonly script: string;
  /** The commands to run once. */
  readonly install: readonly string[];
  /** Lines that the user must add to a startup file. */
  readonly besides?: readonly string[];
}

/** All supported shells. To add one, add its script in this directory and an entry here. */
export const shells = {
  bash: {
    name: 'bash',
    script: bash,
    install: [
      'mkdir -p ~/.local/share/plugboard',
      'plugboard completion bash > ~/.local/share/plugboard/completion.bash',
      "echo 'source ~/.local/share/plugboard/completion.bash' >> ~/.bashrc",
    ],
  },
  zsh: {
    name: 'zsh',
    script: zsh,
    install: ['mkdir -p ~/.zfunc', 'plugboard completion zsh > ~/.zfunc/_plugboard'],
    besides: ['in ~/.zshrc, in this order:', 'fpath=(~/.zfunc $fpath)', 'autoload -Uz compinit && compinit'],
  },
  fish: {
    name: 'fish',
    script: fish,
    install: [
      'mkdir -p ~/.config/fish/completions',
      'plugboard completion fish > ~/.config/fish/completions/plugboard.fish',
      'ln -sf plugboard.fish ~/.config/fish/completions/plug.fish',
    ],
  },
  powershell: {
    name: 'PowerShell',
    script: powershell,
    install: [
      'New-Item -ItemType Directory -Force (Split-Path $PROFILE) | Out-Null',
      "plugboard completion powershell > (Join-Path (Split-Path $PROFILE) 'plugboard.ps1')",
      `Add-Content $PROFILE '. (Join-Path (Split-Path $PROFILE) "plugboard.ps1")'`,
    ],
    besides: ['if Windows does not run scripts yet:', 'Set-ExecutionPolicy -Scope CurrentUser RemoteSigned'],
  },
} as const satisfies Record<string, Shell>;

export type ShellId = keyof typeof shells;
export const shellIds = Object.keys(shells) as ShellId[];

/** The installation instructions for a shell, as lines. */
export function installation(id: ShellId): string[] {
  const { install, besides = [] }: Shell = shells[id];
  return [...install, ...besides.map((line) => `# ${line}`)];
}
