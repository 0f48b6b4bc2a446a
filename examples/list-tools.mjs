// Lists the tools of all servers configured for a directory, and the errors of servers that fail:
//   node examples/list-tools.mjs [directory]
import { resolve } from 'node:path';
import { discoverAndLoadMCPTools } from 'plugboard/runtime';

// Servers of a project's own files are only started when a person has approved them; errors tell how.
const { tools, errors, close } = await discoverAndLoadMCPTools({ project: resolve(process.argv[2] ?? '.') });
try {
  for (const { name, serverName, description } of tools) {
    console.log(`${name}  (${serverName})  ${description.split('\n')[0]}`);
  }
  for (const { server, path, error, failure, fingerprint } of errors) {
    console.error(`${server ?? path}: ${error}${failure?.tip ? ` ${failure.tip}` : ''}`);
    if (fingerprint) console.error(`  to approve it: plugboard approve ${fingerprint.slice(0, 12)}`);
  }
  // Any of them can be called now; `text` is for a model.
  const echo = tools.find((tool) => tool.mcpToolName === 'echo');
  if (echo) console.log((await echo.execute({ message: 'Hello' })).text);
} finally {
  // Ends all servers. Without this the process would stay as long as they do.
  await close();
}
