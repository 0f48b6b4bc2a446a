interface InstallHint {
  readonly programs: readonly string[];
  readonly hint: string;
  /** The command that installs it on Windows. */
  readonly windows?: string;
}

/** What to install for programs that servers are commonly started with. */
const hints: readonly InstallHint[] = [
  {
    programs: ['npx', 'npm', 'node'],
    hint: 'install Node.js, which includes it: https://nodejs.org',
    windows: 'winget install OpenJS.NodeJS.LTS',
  },
  {
    programs: ['uvx', 'uv'],
    hint: 'install uv, which includes it: https://docs.astral.sh/uv',
    windows: 'winget install astral-sh.uv',
  },
  {
    programs: ['python', 'python3', 'pip', 'pip3'],
    hint: 'install Python, which includes it: https://www.python.org',
    windows: 'winget install Python.Python.3.13',
  },
  { programs: ['pipx'], hint: 'install pipx: https://pipx.pypa.io', windows: 'scoop install pipx' },
  {
    programs: ['docker'],
    hint: 'install Docker, and start it: https://docs.docker.com/get-docker',
    windows: 'winget install Docker.DockerDesktop',
  },
  { programs: ['podman'], hint: 'install Podman: https://podman.io', windows: 'winget install RedHat.Podman' },
  {
    programs: ['bunx', 'bun'],
    hint: 'install Bun, which includes it: https://bun.sh',
    windows: 'winget install Oven-sh.Bun',
  },
  { programs: ['deno'], hint: 'install Deno: https://deno.com', windows: 'winget install DenoLand.Deno' },
  {
    programs: ['pnpm', 'pnpx'],
    hint: 'install pnpm, which includes it: https://pnpm.io',
    windows: 'winget install pnpm.pnpm',
  },
  { programs: ['go'], hint: 'install Go: https://go.dev', windows: 'winget install GoLang.Go' },
  {
    programs: ['cargo'],
    hint: 'install Rust, which includes it: https://rustup.rs',
    windows: 'winget install Rustlang.Rustup',
  },
  {
    programs: ['dotnet', 'dnx'],
    hint: 'install .NET, which includes it: https://dotnet.microsoft.com',
    windows: 'winget install Microsoft.DotNet.SDK.10',
  },
  { programs: ['java'], hint: 'install Java', windows: 'winget install Microsoft.OpenJDK.21' },
  { programs: ['gh'], hint: 'install the GitHub CLI: https://cli.github.com', windows: 'winget install GitHub.cli' },
];

export function installHint(
  command: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const name = platform === 'win32' ? command?.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '') : command;
  const found = hints.find(({ programs }) => programs.includes(name ?? ''));
  if (!found) return undefined;
  return platform === 'win32' && found.windows !== undefined ? `${found.hint} or: ${found.windows}` : found.hint;
}
