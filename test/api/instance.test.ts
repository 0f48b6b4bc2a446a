import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { machineWith, toolbox } from '../cli/runtime/support/servers.ts';
import { type Running, startProgram } from '../cli/runtime/support/start-program.ts';
import { machine, type Machine } from '../cli/support/machine.ts';
import { newMarker, processesWith } from '../runtime/support/processes.ts';
import { ask } from './support/ask.ts';

interface Printed {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly link: string;
}

async function started(here: Machine, ...args: string[]): Promise<Printed & { running: Running }> {
  const running = startProgram(here, ['ui', '--no-open', '--json', ...args]);
  await running.says('stdout', '\n}\n');
  return { ...(JSON.parse(running.stdout) as { data: Printed }).data, running };
}

function notePath({ env }: Machine): string {
  const folder = join(env['XDG_STATE_HOME'] ?? join(env['HOME'] ?? '', '.local/state'), 'plugboard', 'pages');
  return join(folder, readdirSync(folder)[0] ?? '');
}

describe('plugboard ui', () => {
  it('is served once for a project: a second one gives a link to the first, and its end leaves nothing behind', async () => {
    const here = machine({});
    const first = await started(here);
    expect(first).toMatchObject({ url: `http://127.0.0.1:${first.port}` });
    const note = notePath(here);
    expect(statSync(note).mode & 0o777).toBe(0o600);

    const second = await started(here);
    expect(second).toMatchObject({ port: first.port, pid: first.pid });
    expect((await second.running.ended()).code).toBe(0);
    const { link } = here.ask(['ui', '--link']).data as unknown as Printed;
    expect(new Set([first.link, second.link, link]).size).toBe(3);
    for (const address of [first.link, second.link, link]) expect((await ask(address)).status).toBe(302);

    first.running.kill('SIGTERM');
    expect((await first.running.ended()).code).toBe(0);
    expect(readdirSync(dirname(note))).toEqual([]);
    const { code, errors } = here.ask(['ui', '--link']);
    expect({ code, error: errors[0]?.code }).toEqual({ code: 4, error: 'page-not-served' });
  });

  it('does not send its secret to another program on the port of an exited instance', async () => {
    const here = machine({});
    const first = await started(here);
    const note = JSON.parse(readFileSync(notePath(here), 'utf8')) as Printed;
    first.running.kill('SIGKILL');
    await first.running.ended();
    const heard: string[] = [];
    const squatter = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((done) => void squatter.listen(0, '127.0.0.1', done));
    onTestFinished(() => void squatter.close());
    const url = `http://127.0.0.1:${(squatter.address() as AddressInfo).port}`;
    // First with a process that is gone, then with one that lives but is not the one of the note.
    for (const pid of [note.pid, process.pid]) {
      writeFileSync(notePath(here), JSON.stringify({ ...note, url, pid }));
      expect(here.ask(['ui', '--link']).code).toBe(4);
    }
    expect(heard).toEqual([]);
    const next = await started(here);
    expect(next.url).not.toBe(url);
    next.running.kill('SIGINT');
    expect((await next.running.ended()).code).toBe(0);
  });

  it('ends the servers it has started when it is told to end', async () => {
    const marker = newMarker();
    const here = machineWith({ user: { box: toolbox({}, marker) } });
    const { url, link, running } = await started(here);
    const cookie = String((await ask(link)).headers['set-cookie']).split(';')[0] ?? '';
    // What it has to read can only be asked of the server itself.
    expect((await ask(`${url}/api/servers/box/resources`, { headers: { cookie } })).status).toBe(200);
    expect(processesWith(marker)).not.toEqual([]);
    running.kill('SIGTERM');
    expect((await running.ended()).code).toBe(0);
    expect(processesWith(marker)).toEqual([]);
  });

  it('says whose port it is not', async () => {
    const taken = createServer();
    await new Promise<void>((done) => void taken.listen(0, '127.0.0.1', done));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const { code, errors } = machine({}).ask(['ui', '--port', String(port)]);
    expect({ code, message: errors[0]?.message }).toEqual({
      code: 2,
      message: `Port ${port} is in use; omit --port to use a free one.`,
    });
  });

  it.each([
    [['--host', '0.0.0.0'], 'served only on this machine, not on 0.0.0.0'],
    [['--host', '192.168.1.2'], 'served only on this machine'],
    [['--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['--port', 'x'], '--port takes a whole number'],
    [['--idle-exit', '-1'], '--idle-exit takes a whole number'],
  ])('refuses %j', (args, message) => {
    const { code, stderr } = machine({}).run(['ui', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
