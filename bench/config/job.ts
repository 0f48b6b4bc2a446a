/** The two servers that every tool is asked to register. References are written as Plugboard writes them. */
export const stdioServer = {
  name: 'bench-files',
  package: '@modelcontextprotocol/server-filesystem',
  /** The second one holds a blank. */
  args: ['/data', 'two words'],
  env: { BENCH_API_KEY: '${BENCH_API_KEY}', LOG_LEVEL: 'debug' },
} as const;

export const httpServer = {
  name: 'bench-tickets',
  url: 'https://tickets.example.com/mcp?team=a&x=1',
  headers: { Authorization: 'Bearer ${BENCH_TOKEN}', 'X-Team': 'blue' },
} as const;

/** What starts the first server. */
export const commandLine: readonly [string, ...string[]] = ['npx', '-y', stdioServer.package, ...stdioServer.args];

/** A flag with each of these pairs: `-e`, `KEY=value`, `-e`, … */
export function repeated(flag: string, pairs: Readonly<Record<string, string>>, between: string): string[] {
  return Object.entries(pairs).flatMap(([key, value]) => [flag, `${key}${between}${value}`]);
}

/** The address of one of the servers that are added by the dozen. */
export function urlOf(name: string): string {
  return `https://${name}.example.com/mcp`;
}
