import { createInterface } from 'node:readline';
import { answerTo, echoing } from './answers.mjs';

/** Names its tools, prompts and resources after its token, in names that are too long for models as well. */
const token = process.env['API_TOKEN'] ?? '';
const inputSchema = { type: 'object' };
const said = {
  ...echoing([]),
  'tools/list': {
    tools: [`add_${token}`, `Add_${token}`, `${'x'.repeat(40)}${token}_and_so_on`, 'echo'].map((name) => ({
      name,
      inputSchema,
    })),
  },
  'prompts/list': { prompts: [{ name: `greet_${token}` }] },
  'resources/list': { resources: [{ uri: `box://${token}`, name: `res_${token}` }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = answerTo(JSON.parse(line), said);
  if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
});
