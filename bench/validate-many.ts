import { json } from '../src/formats/json/index.ts';
import { checkDocument } from '../src/validate/document-rules.ts';
import type { Contender } from './compare.ts';

const texts = Array.from({ length: 1000 }, (_, index) => JSON.stringify(configOf(index), undefined, 2));

/** A config file of the kind people have: a handful of servers, local and remote. */
function configOf(seed: number): object {
  const servers = Array.from({ length: 2 + (seed % 7) }, (_, index) => [
    `server-${seed}-${index}`,
    serverOf(seed + index),
  ]);
  return { mcpServers: Object.fromEntries(servers) as unknown, description: `Servers of project ${seed}` };
}

function serverOf(seed: number): object {
  if (seed % 3 === 0) {
    const url = `https://mcp-${seed}.example.com/v1/mcp`;
    return { type: 'http', url, headers: { Authorization: `Bearer \${TOKEN_${seed}}`, 'X-Region': 'eu' }, timeout: 30 };
  }
  const args = ['-y', `@example/server-${seed}@1.${seed % 40}.0`, '--root', `/home/someone/projects/app-${seed}`];
  return {
    type: 'stdio',
    command: 'npx',
    args,
    env: { LOG_LEVEL: 'info', API_KEY: '${API_KEY}', PORT: `${3000 + seed}` },
  };
}

/** Reading and checking a thousand files against reading them with the engine's own parser. */
export const validateMany = {
  title: `parse and validate ${texts.length} config files, ${Math.round(texts.join('').length / 1000)} kB in all`,
  aim: 3,
  contenders: [
    { name: 'JSON.parse', run: () => texts.map((text) => JSON.parse(text) as unknown) },
    {
      name: 'plugboard',
      run: () =>
        texts.map((text) => {
          const document = json.parse(text);
          return checkDocument(document.value, document);
        }),
    },
  ] satisfies Contender[],
};
