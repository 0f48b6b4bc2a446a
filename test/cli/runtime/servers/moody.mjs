// The toolbox, unless MOOD_FILE says `hung`, or names a request that is never answered.
import { readFileSync } from 'node:fs';

const mood = readFileSync(process.env['MOOD_FILE'] ?? '', 'utf8').trim();
if (mood === 'hung') process.stdin.resume();
else if (mood === 'works') await import('./toolbox.mjs');
else {
  const { initialized, serve } = await import('../../../runtime/servers/message-lines.mjs');
  serve({
    initialize: initialized({ tools: {}, resources: {}, prompts: {} }),
    'tools/list': () => ({ tools: [] }),
    'prompts/list': () => ({ prompts: [] }),
    'resources/list': () => ({ resources: [] }),
    [mood]: () => undefined,
  });
}
