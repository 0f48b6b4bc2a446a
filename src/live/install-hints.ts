/** What to install for programs that servers are commonly started with. */
const hints: readonly (readonly [programs: readonly string[], hint: string])[] = [
  [['npx', 'npm', 'node'], 'install Node.js, which includes it: https://nodejs.org'],
  [['uvx', 'uv'], 'install uv, which includes it: https://docs.astral.sh/uv'],
  [['python', 'python3', 'pip', 'pip3'], 'install Python, which includes it: https://www.python.org'],
  [['pipx'], 'install pipx: https://pipx.pypa.io'],
  [['docker'], 'install Docker, and start it: https://docs.docker.com/get-docker'],
  [['podman'], 'install Podman: https://podman.io'],
  [['bunx', 'bun'], 'install Bun, which includes it: https://bun.sh'],
  [['deno'], 'install Deno: https://deno.com'],
  [['pnpm', 'pnpx'], 'install pnpm, which includes it: https://pnpm.io'],
  [['go'], 'install Go: https://go.dev'],
  [['cargo'], 'install Rust, which includes it: https://rustup.rs'],
  [['dotnet', 'dnx'], 'install .NET, which includes it: https://dotnet.microsoft.com'],
  [['java'], 'install Java'],
  [['gh'], 'install the GitHub CLI: https://cli.github.com'],
];

export function installHint(command: string | undefined): string | undefined {
  return hints.find(([programs]) => programs.includes(command ?? ''))?.[1];
}
