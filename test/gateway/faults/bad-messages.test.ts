import { afterEach, expect, it } from 'vitest';
import { type Front, httpFront, stdioFront, untilOffered } from '../../../fuzz/gateway/front.ts';
import { type Arena, arena } from '../../../fuzz/gateway/program.ts';

let place: Arena | undefined;
let client: Front | undefined;

afterEach(async () => {
  await client?.close();
  await place?.close();
});

const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`;

/** $ is replaced by the rest of a valid message. */
const spoiled: Readonly<Record<string, string>> = {
  'a list without an end': '{$,"x":{"n":1.5,"x":[}}',
  'a number that is none': '{$,"x":{"a":{"b":NaN}}}',
  'a raw control character': '{$,"x":"\u0001"}',
  'a long string with a raw control character': `{$,"x":"${'y'.repeat(500)}\u0002"}`,
  'an escape that is none': String.raw`{$,"x":"\q"}`,
  'JSON that is 6,000 levels deep': `{$,"x":${deep}}`,
  'JSON that is 6,000 levels deep, with a line break': `{$,\r"x":${deep}}`,
  'JSON that is 6,000 levels deep, with an escaped key': String.raw`{$,"\u0078":${deep}}`,
  'a key that comes twice': '{$,"id":1,"id":2}',
};

const ofClient = {
  request: '"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"safe","_meta":{"progressToken":1}}',
  notification: '"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}',
  answer: '"jsonrpc":"2.0","id":1,"result":{}',
  error: '"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a"}',
};

const ofServer = {
  request: '"jsonrpc":"2.0","id":7,"method":"ping"',
  notification: '"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"a"}',
  answer: '"jsonrpc":"2.0","id":$ID,"result":{"content":[]}',
  error: '"jsonrpc":"2.0","id":$ID,"error":{"code":1,"message":"a"}',
};

function texts(messages: Readonly<Record<string, string>>): string[] {
  return Object.values(messages).flatMap((rest) => Object.values(spoiled).map((text) => text.replace('$', () => rest)));
}

/** Another client of the same gateway, or over stdio the same one with another server. */
async function goesOn(front: Front, name: string): Promise<void> {
  expect(await front.request('tools/call', { name, arguments: { a: 1 } })).toContain(String.raw`{\"a\":1}`);
}

/** A gateway that offers the tools of both servers. */
async function opened(here: Arena, front: typeof stdioFront): Promise<Front> {
  const started = await front(here, '--names', 'prefixed');
  await untilOffered(started, 'mcp_attacked_say', 'mcp_other_safe');
  return started;
}

it.each([
  ['stdio', stdioFront],
  ['HTTP', httpFront],
])('no message of a client over %s ends the gateway, and none of them is passed on', async (_, front) => {
  place = await arena('stdio');
  client = await front(place, '--only', 'attacked', '--names', 'plain');
  await goesOn(client, 'safe');
  const before = place.notes('attacked').length;
  for (const text of texts(ofClient)) await client.send(text);
  await goesOn(client, 'safe');
  expect(client.faults).toEqual([]);
  expect(client.death).toBeUndefined();
  expect(place.notes('attacked').length - before).toBe(1);
});

it.each([
  ['a stdio server', 'stdio', stdioFront],
  ['a stdio server', 'stdio', httpFront],
  ['an HTTP server', 'http', stdioFront],
  ['an HTTP server', 'http', httpFront],
] as const)('no message of %s (%s) ends the gateway, and the call it answers fails at once', async (_, kind, front) => {
  place = await arena(kind);
  client = await opened(place, front);
  await goesOn(client, 'mcp_other_safe');
  for (const text of texts(ofServer)) {
    const given = { text: Buffer.from(text).toString('base64'), stream: text.length % 2 === 0 };
    const answer = await client.request('tools/call', { name: 'mcp_attacked_say', arguments: given });
    if (text.includes('$ID'))
      expect([text.slice(0, 200), answer]).toEqual([text.slice(0, 200), expect.stringContaining('"error"')]);
    await goesOn(client, 'mcp_other_safe');
  }
  expect(client.faults).toEqual([]);
  expect(client.death).toBeUndefined();
});

it.each(['stdio', 'http'] as const)(
  'an answer of a %s server without its id fails the only call at once',
  async (kind) => {
    place = await arena(kind);
    client = await opened(place, stdioFront);
    await goesOn(client, 'mcp_other_safe');
    for (const id of ['"id":null,', '"ID":$ID,', '']) {
      const said = Buffer.from(`{"jsonrpc":"2.0",${id}"result":{"content":[],"of":"$ID"}}`).toString('base64');
      for (const stream of [true, false]) {
        const answer = await client.request('tools/call', {
          name: 'mcp_attacked_say',
          arguments: { text: said, stream },
        });
        expect([id, answer]).toEqual([id, expect.stringContaining('"error"')]);
      }
    }
    await goesOn(client, 'mcp_other_safe');
  },
);

it('an answer after a byte order mark is an answer', async () => {
  place = await arena('stdio');
  client = await opened(place, stdioFront);
  await goesOn(client, 'mcp_other_safe');
  const said = Buffer.from('\uFEFF{"jsonrpc":"2.0","id":$ID,"result":{"content":[],"x":1}}').toString('base64');
  const answer = await client.request('tools/call', { name: 'mcp_attacked_say', arguments: { text: said } });
  expect(answer).toContain('"x":1');
});

it.each(['stdio', 'http'] as const)('an answer of a %s server with a string for its id is none', async (kind) => {
  place = await arena(kind);
  client = await opened(place, stdioFront);
  await goesOn(client, 'mcp_other_safe');
  const text = Buffer.from('{"jsonrpc":"2.0","id":"$ID","result":{"content":[]}}').toString('base64');
  for (const stream of [true, false]) {
    const answer = await client.request('tools/call', { name: 'mcp_attacked_say', arguments: { text, stream } });
    expect(answer).toContain('a string id');
  }
});

it('a message within a message is one message to readers that split at every kind of line break', async () => {
  place = await arena('stdio');
  client = await stdioFront(place, '--only', 'attacked', '--names', 'plain', '--deny', 'danger');
  const hidden = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"danger"}}';
  for (const [index, by] of ['\r', '\u2028', '\u2029', '\u0085', '\t'].entries()) {
    const space = by < ' ' ? `${by}${hidden}${by}` : JSON.stringify(`${by}${hidden}${by}`);
    await client.send(
      `{"jsonrpc":"2.0","id":${index + 2},"method":"tools/call","params":{"name":"safe","arguments":{"x":${space}}}}`,
    );
    await goesOn(client, 'safe');
  }
  // A call may overtake one that was sent before it.
  const { notes } = place;
  await expect.poll(() => notes('attacked').filter(({ name }) => name === 'safe')).toHaveLength(10);
  expect(notes('attacked').filter(({ fault, name }) => fault !== undefined || name === 'danger')).toEqual([]);
});

it('an id that JavaScript would change is answered as it is written', async () => {
  place = await arena('stdio');
  const child = place.serve('--names', 'plain');
  const answers: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => answers.push(...text.trim().split('\n')));
  const ids = ['1e400', '12345678901234567890', '1.0', '-0'];
  for (const id of ids) child.stdin?.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
  await expect.poll(() => answers.length).toBe(ids.length);
  child.stdin?.end();
  expect(answers.map((text) => /"id":([^,]*),"error":\{"code":-32600/.exec(text)?.[1])).toEqual(ids);
});
