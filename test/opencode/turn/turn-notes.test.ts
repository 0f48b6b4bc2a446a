import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { notedServer, TurnNotes } from '../../../src/opencode/turn/turn-notes.ts';
import { type Box, box } from '../../store/support/box.ts';

const at = (port: number) => ({ url: `http://127.0.0.1:${port}/`, managed: true });
const server = at(4096);
const guard = { sessionId: 'ses_1', directory: '/project', mark: 'm', budget: { minutes: 1 }, since: Date.now() };

const notesIn = ({ host }: Box, lines: string[] = []): TurnNotes =>
  new TurnNotes(host, (_, line) => void lines.push(line));
const files = (here: Box): string[] =>
  readdirSync(here.path('own/state/opencode-turns')).filter((name) => name.endsWith('.json'));

describe('two clients', () => {
  it('are not at work in one session at the same time', async () => {
    const here = box();
    const [first, second] = [notesIn(here), notesIn(here)];
    const taken = await Promise.all([first.take('ses_1', server), second.take('ses_1', server)]);
    expect(new Set(taken)).toEqual(new Set([false, true]));
    const [owner, other] = taken[0] ? [first, second] : [second, first];
    expect(await other.usedElsewhere('ses_1')).toEqual(server);
    expect(await owner.usedElsewhere('ses_1')).toBeUndefined();
    await other.release('ses_1', true);
    expect(await other.take('ses_1', server)).toBe(false);
    await owner.release('ses_1', true);
    expect(files(here)).toEqual([]);
    expect(await other.take('ses_1', server)).toBe(true);
  });

  it('take turns when a call has ended before its turn', async () => {
    const here = box();
    const [first, second] = [notesIn(here), notesIn(here)];
    await first.take('ses_1', server);
    await first.release('ses_1', false);
    expect(await second.usedElsewhere('ses_1')).toEqual(server);
    expect(await second.take('ses_1', server)).toBe(true);
    expect(await first.usedElsewhere('ses_1')).toEqual(server);
  });
});

describe('a budget', () => {
  it('is taken over once, at the same OpenCode, when its client has ended', async () => {
    const here = box();
    const [first, second, third] = [notesIn(here), notesIn(here), notesIn(here)];
    await first.take('ses_1', server);
    await first.guard(guard, server);
    await first.release('ses_1', true);
    expect(await second.adopt(server)).toEqual([]);
    await first.close();
    expect(await second.adopt(at(5000))).toEqual([]);
    const adopted = await Promise.all([second.adopt(server), third.adopt(server)]);
    expect(adopted.flat()).toEqual([guard]);
    await second.unguard(guard);
    await third.unguard(guard);
    expect(files(here)).toEqual([]);
  });

  it('of a process that is gone is taken over; other notes of it are removed', async () => {
    const here = box();
    const notes = notesIn(here);
    const owner = { id: 'gone', pid: 999_999_999, start: '1' };
    const note = { machine: here.host.processes.machine, owner, server, working: true };
    const folder = here.path('own/state/opencode-turns');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const path of ['own', 'own/state']) chmodSync(here.path(path), 0o700);
    writeFileSync(`${folder}/ses_1.json`, JSON.stringify({ ...note, guard }), { mode: 0o600 });
    writeFileSync(`${folder}/ses_2.json`, JSON.stringify(note), { mode: 0o600 });
    const elsewhere = { ...note, machine: 'another' };
    writeFileSync(`${folder}/ses_3.json`, JSON.stringify(elsewhere), { mode: 0o600 });
    expect(await notes.take('ses_2', server)).toBe(true);
    await notes.release('ses_2', true);
    expect(await notes.adopt(server)).toEqual([guard]);
    expect(files(here)).toEqual(['ses_1.json', 'ses_3.json']);
  });
});

it.each([
  ['http://127.0.0.1:4096', 'http://localhost:4096/'],
  ['http://[::1]:4096', 'http://0.0.0.0:4096'],
])('a server on this machine is the same as %s and %s', (one, other) => {
  const [a, b] = [one, other].map((url) => notedServer({ url, generation: 0, managed: false, local: true }));
  expect(a).toEqual(b);
});

it('without a place for notes work goes on, and the log says so', async () => {
  const here = box();
  here.write('own', 'a file');
  const lines: string[] = [];
  expect(await notesIn(here, lines).take('ses_1', server)).toBe(true);
  expect(lines.join('')).toContain('cannot share turns with other clients');
});
