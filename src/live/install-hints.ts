/** What to install for a program that many servers are started with. */
const hints: readonly (readonly [programs: readonly string[], hint: string])[] = [
  [['npx', 'npm', 'node'], 'install Node.js, which has it: https://nodejs.org'],
  [['uvx', 'uv'], 'install uv, which has it: https://docs.astral.sh/uv'],
  [['python', 'python3', 'pip', 'pip3'], 'install Python, which has it: https://www.python.org'],
  [['pipx'], 'install pipx: https://pipx.pypa.io'],
  [['docker'], 'install Docker, and start it: https://docs.docker.com/get-docker'],
  [['podman'], 'install Podman: https://podman.io'],
  [['bunx', 'bun'], 'install Bun, which has it: https://bun.sh'],
  [['deno'], 'install Deno: https://deno.com'],
  [['pnpm', 'pnpx'], 'install pnpm, which has it: https://pnpm.io'],
  [['go'], 'install Go: https://go.dev'],
  [['cargo'], 'install Rust, which has it: https://rustup.rs'],
  [['dotnet', 'dnx'], 'install .NET, which has it: https://dotnet.microsoft.com'],
  [['java'], 'install Java'],
  [['gh'], 'install the GitHub CLI: https://cli.github.com'],
];

export function installHint(command: string | undefined): string | undefined {
  return hints.find(([programs]) => programs.includes(command ?? ''))?.[1];
}
