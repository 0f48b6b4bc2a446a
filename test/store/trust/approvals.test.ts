import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { ApprovalRecords } from '../../../src/runtime/trust/create-approvals.ts';
import { approvalFile, type ApprovalRecord } from '../../../src/store/trust/approvals.ts';
import { bits, box, failure } from '../support/box.ts';

const about = (
  fingerprint: string,
  decision: ApprovalRecord['decision'] = 'approved',
): Omit<ApprovalRecord, 'time'> => ({
  fingerprint,
  project: '/p',
  name: 'one',
  decision,
});

/** A program that records four decisions. */
async function recordingProgram(): Promise<string> {
  const outfile = join(mkdtempSync(join(homedir(), 'record-')), 'record.mjs');
  const source = (name: string): string =>
    JSON.stringify(fileURLToPath(new URL(`../../../src/store/${name}`, import.meta.url)));
  const contents = `
    import { approvalFile } from ${source('trust/approvals.ts')};
    import { nodeHost } from ${source('host/node-host.ts')};
    const about = ${JSON.stringify(about(''))};
    for (let index = 0; index < 4; index += 1) {
      await approvalFile(nodeHost()).record({ ...about, fingerprint: process.argv[2] + '-' + index }, []);
    }`;
  const stdin = { contents, resolveDir: dirname(outfile) };
  await build({ stdin, outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
  return outfile;
}

describe('decisions', () => {
  it('are kept in one private file', async () => {
    const { host, mode, path, read } = box();
    const now = new Date('2026-01-02T03:04:05Z');
    // The runtime names what it needs itself; this is that.
    const file: ApprovalRecords = approvalFile({ ...host, now: () => now });
    expect(await file.read([])).toEqual([]);
    await file.record(about('aa'), []);
    expect(read('own/state/approvals.json')).toBe(
      `${JSON.stringify({ version: 1, approvals: [{ ...about('aa'), time: now.toISOString() }] }, undefined, 2)}\n`,
    );
    expect(mode('own/state/approvals.json')).toBe(bits(0o600));
    expect(mode('own/state')).toBe(bits(0o700));
    expect(readdirSync(path('own/state'))).toEqual(['approvals.json']);
  });

  it('replace earlier ones about the same definition in the same project', async () => {
    const { host } = box();
    const file = approvalFile(host);
    await file.record(about('aa'), []);
    await file.record({ ...about('aa'), project: '/q' }, []);
    await file.record(about('bb'), []);
    await file.record(about('aa', 'denied'), []);
    const told = (await file.read([])).map(({ fingerprint, project, decision }) => [fingerprint, project, decision]);
    expect(told).toEqual([
      ['aa', '/q', 'approved'],
      ['bb', '/p', 'approved'],
      ['aa', '/p', 'denied'],
    ]);
    expect(await file.forget('aa')).toBe(true);
    expect(await file.read([])).toHaveLength(1);
  });

  it('of many at once are all kept, also of several processes', async () => {
    const { host } = box();
    const names = Array.from({ length: 30 }, (_, index) => `f${index}`);
    await Promise.all(names.map((name) => approvalFile(host).record(about(name), [])));
    const others = Array.from({ length: 8 }, (_, index) => `g${index}`);
    const program = await recordingProgram();
    const ends = others.map((name) => once(spawn(process.execPath, [program, name], { env: host.env }), 'exit'));
    expect((await Promise.all(ends)).map(([code]: unknown[]) => code)).toEqual(others.map(() => 0));
    const kept = (await approvalFile(host).read([])).map(({ fingerprint }) => fingerprint);
    const expected = [...names, ...others.flatMap((name) => [0, 1, 2, 3].map((index) => `${name}-${index}`))];
    expect(kept.toSorted()).toEqual(expected.toSorted());
  });
});

describe('nothing is approved by', () => {
  it.each([
    ['a text that is cut', '{"version":1,"approvals":[{"finger'],
    ['an empty file', ''],
    ['another version', '{"version":2,"approvals":[]}'],
    ['something else', '[]'],
    ['null', 'null'],
    [
      'a decision that is none',
      JSON.stringify({ version: 1, approvals: [{ ...about('aa'), decision: 'yes', time: '' }] }),
    ],
    ['half a decision', JSON.stringify({ version: 1, approvals: [{ fingerprint: 'aa' }] })],
    ['one bad among good', JSON.stringify({ version: 1, approvals: [{ ...about('aa'), time: '' }, null] })],
  ])('%s, which is told and left as it is', async (_, text) => {
    const { host, path, read, write } = box();
    write('own/state/approvals.json', text);
    const told = { code: 'approvals-unusable', data: { path: path('own/state/approvals.json') } };
    expect(await failure(approvalFile(host).read([]))).toMatchObject(told);
    expect(await failure(approvalFile(host).record(about('bb'), []))).toMatchObject(told);
    expect(await failure(approvalFile(host).forget('aa'))).toMatchObject(told);
    expect(read('own/state/approvals.json')).toBe(text);
    expect(readdirSync(path('own/state'))).toEqual(['approvals.json']);
  });

  it.skipIf(process.platform === 'win32')('a file that others can reach, or that is a link', async () => {
    const { host, path } = box();
    await approvalFile(host).record(about('aa'), []);
    for (const mode of [0o644, 0o660, 0o606]) {
      chmodSync(path('own/state/approvals.json'), mode);
      expect(await failure(approvalFile(host).read([]))).toMatchObject({ code: 'approvals-unusable' });
    }
    const other = { ...host, env: { ...host.env, PLUGBOARD_HOME: path('other') } };
    await approvalFile(other).record(about('aa'), []);
    chmodSync(path('own/state/approvals.json'), 0o600);
    await host.fs.unlink(path('own/state/approvals.json'));
    symlinkSync(path('other/state/approvals.json'), path('own/state/approvals.json'));
    expect(await failure(approvalFile(host).read([]))).toMatchObject({ code: 'approvals-unusable' });
  });

  it('a file in a directory that must not hold it', async () => {
    const { host, path } = box();
    await approvalFile(host).record(about('aa'), [path('project'), path('ow')]);
    expect(await approvalFile(host).read([path('project')])).toHaveLength(1);
    for (const outside of [path('own'), path('own/'), path('.'), '/']) {
      expect(await failure(approvalFile(host).read([outside]))).toMatchObject({ code: 'approvals-unusable' });
    }
  });
});
