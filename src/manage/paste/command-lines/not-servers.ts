/** Command lines that documentation shows next to servers, and why they do not start one. */
const notServers: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^| )(?:@smithery\/cli|smithery)(?:@\S+)? (?:install|mcp add) (?!https?:)/,
    'What it installs is decided by Smithery. Paste the address or the command that Smithery shows for the server',
  ],
  [
    /^(?:npm|pnpm|yarn|bun) (?:i|install|add|ci|create|init|link|run|build|start|test|global)(?: |$)|^(?:pip3?|brew|apt|apt-get|dnf|choco|winget|scoop|gem|poetry|conda|composer) |^(?:pipx|cargo|go|dotnet|uv tool|deno) (?:install|build|get|add|tool)(?: |$)|^uv (?:add|pip|sync|venv|init|build|tool install)(?: |$)|^python\d? -m (?:pip|venv)(?: |$)/,
    'It installs or builds something, and does not say how the server is started',
  ],
  [
    /^(?:npx|bunx|pnpm dlx|yarn dlx)(?: -y| --yes)? (?:@modelcontextprotocol\/inspector|create-\S+|@\S+\/create-\S+|skills|mcp-installer|@\S+\/mcp-installer)(?:@\S+)?(?: |$)/,
    'It is a tool about servers, not a server',
  ],
  [
    /^(?:docker|podman) (?:pull|build|login|push|mcp|compose (?:up|pull|build))(?: |$)|^(?:git|curl|wget|cd|mkdir|cp|mv|rm|ls|cat|echo|source|chmod|nvm|open|touch|which) /,
    'It does not start a server',
  ],
  [/^(?:fastmcp|mcp) (?:install|dev) /, 'What it installs is decided when it runs; paste the configuration it writes'],
];

/** Why this command line does not start a server; undefined when it may. */
export function whyNoServer(words: readonly string[]): string | undefined {
  const line = words.slice(0, 6).join(' ').slice(0, 500);
  return notServers.find(([pattern]) => pattern.test(line))?.[1];
}
