import { scenarioFor } from './scenarios.ts';

// Started by the conformance suite once per scenario, with the server's URL as the last argument.

const name = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Record<string, unknown>;

try {
  await scenarioFor(name)(url, context);
} catch (error) {
  // Some scenarios expect this result; the suite knows which.
  console.error(error);
  process.exitCode = 1;
}
