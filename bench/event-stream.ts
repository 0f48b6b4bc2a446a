import { createParser } from 'eventsource-parser';
import { EventStream, LineEnds } from '../src/runtime/connect/http/event-stream.ts';
import { IdleAllowance } from '../src/runtime/connect/http/idle-allowance.ts';
import { LineSplitter } from '../src/runtime/connect/stdio/line-splitter.ts';
import { asText } from './config/table.ts';

/** Our reader of server-sent events against `eventsource-parser`. `node scripts/run-ts.mjs bench/event-stream.ts` */
const LIMIT = 16 * 1024 * 1024;
const MB = 1024 * 1024;
const ROUNDS = 7;

const message = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text: 'x'.repeat(120) }] },
});
const small = (end: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `id: ${index}${end}event: message${end}data: ${message}${end}${end}`,
  ).join('');
const large = `data: ${'x'.repeat(MB)}\n\n`;

interface Case {
  readonly name: string;
  readonly text: string;
  readonly chunk: number;
}

const cases: readonly Case[] = [
  { name: '20,000 small events, chunks of 64 KB', text: small('\n', 20_000), chunk: 65_536 },
  { name: '20,000 small events, one per chunk', text: small('\n', 20_000), chunk: small('\n', 1).length },
  { name: '20,000 small events with CRLF, chunks of 64 KB', text: small('\r\n', 20_000), chunk: 65_536 },
  { name: '20,000 small events with CR, chunks of 64 KB', text: small('\r', 20_000), chunk: 65_536 },
  { name: '20 events of 1 MB, chunks of 64 KB', text: large.repeat(20), chunk: 65_536 },
  { name: '1 event of 1 MB, chunks of 1 byte', text: large, chunk: 1 },
  {
    name: '1 MB of empty data lines ended by CR, chunks of 64 KB',
    text: `${'data:\r'.repeat(MB / 6)}\r`,
    chunk: 65_536,
  },
];

function chunksOf({ text, chunk }: Case): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  );
}

/** Each returns the number of characters of all events. */
const readers = {
  ours(chunks: readonly Buffer[]): number {
    let size = 0;
    const stream = new EventStream(LIMIT, {
      onData: (data) => (size += data.length),
      onFault(error) {
        throw error;
      },
    });
    for (const chunk of chunks) stream.push(chunk);
    return size;
  },
  theirs(chunks: readonly Buffer[]): number {
    let size = 0;
    const parser = createParser({ onEvent: ({ data }) => (size += data.length), maxBufferSize: LIMIT });
    const decoder = new TextDecoder();
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
    // It holds back an event that ends with CR until more follows.
    parser.feed('\n');
    return size;
  },
  limited,
};

/** The library with our limits: it has to get single lines, since it reports neither empty lines nor ids. */
function limited(chunks: readonly Buffer[]): number {
  let size = 0;
  const idle = new IdleAllowance();
  const parser = createParser({
    onEvent({ data }) {
      idle.reset();
      size += data.length;
    },
    maxBufferSize: LIMIT,
  });
  const ends = new LineEnds();
  const lines = new LineSplitter(LIMIT, (line) => {
    if (!line.startsWith('data:')) idle.spend(line.length);
    parser.feed(`${line}\n`);
  });
  for (const chunk of chunks) lines.push(ends.unify(chunk));
  return size;
}

function cpuOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}

const rows = cases.map((one) => {
  const chunks = chunksOf(one);
  const [expected, ...others] = Object.values(readers).map((read) => read(chunks));
  if (others.some((size) => size !== expected)) throw new Error(`${one.name}: the readers differ`);
  const times = { ours: [] as number[], theirs: [] as number[], limited: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['ours', 'theirs', 'limited'] as const) times[name].push(cpuOf(() => readers[name](chunks)));
  const [ours, theirs, limits] = [median(times.ours), median(times.theirs), median(times.limited)];
  return [one.name, ours.toFixed(1), theirs.toFixed(1), limits.toFixed(1)];
});
const head = ['Stream', 'Ours, ms', 'eventsource-parser, ms', 'with our limits, ms'];
console.log(
  asText({ title: `CPU time, medians of ${ROUNDS} interleaved rounds, Node ${process.version}`, head, rows }),
);
