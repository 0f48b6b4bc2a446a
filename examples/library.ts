/** Lists the servers of all clients, plans a change without writing it, and validates a definition. */
import { add, clients, discover, McpConfigSchema, nodeHost, type Plan, unifiedDiff } from 'plugboard';
import { defaultLimits, type GatewayOptions } from 'plugboard/gateway';
import { allTools } from 'plugboard/opencode';
import { createMCPToolName, serversHere, type ServersHere } from 'plugboard/runtime';

const host = nodeHost();
for (const { client, names } of (await discover(host)).clients) {
  for (const { name } of names) console.log(`${client.id}: ${name}`);
}

const plan: Plan = await add(host, 'files', { command: 'npx' }, [{ client: clients.codex, scope: 'user' }]);
for (const change of plan.changes) console.log(unifiedDiff(change));

const { mcpServers } = McpConfigSchema.parse({ mcpServers: { git: { command: 'uvx' } } });
const type: 'stdio' | 'http' | 'sse' | undefined = mcpServers['git']?.type;
console.log(type, createMCPToolName('git', 'log'));

const here: ServersHere = await serversHere(host);
const limits: NonNullable<GatewayOptions['limits']> = defaultLimits;
console.log(typeof here, typeof limits, `${allTools.length} tools for OpenCode`);
