import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAudit } from '../../../src/cli/gateway/open-audit.ts';
import { openAuditLog, requireWritable } from '../../../src/gateway/audit/audit-log.ts';
import { box } from '../../store/support/box.ts';

it('an audit log that cannot be written says so once, and again after it could', () => {
  const faults: string[] = [];
  let isFull = true;
  const path = (): void => {
    if (isFull) throw new Error('no space');
  };
  const log = openAuditLog({ path, onFault: (error) => void faults.push(String(error)) });
  const note = (): number => {
    log.note({ event: 'call' });
    log.close();
    return faults.length;
  };
  expect([note(), note()]).toEqual([1, 1]);
  isFull = false;
  expect(note()).toBe(1);
  isFull = true;
  expect([note(), note()]).toEqual([2, 2]);
});

const folder = (): string => mkdtempSync(join(tmpdir(), 'plugboard-audit-'));

function open(file: string): ReturnType<typeof openAudit> {
  const services = { host: box().host, mask: (text: string) => text, shared: undefined, tell: () => {} };
  return openAudit({ audit: { file, arguments: 'hash' } }, services);
}

it('makes missing directories, and the key in them', () => {
  const path = join(folder(), 'a/b/audit.jsonl');
  const opened = open(path);
  opened?.audit.note({ event: 'call' });
  void opened?.audit.close();
  expect(readFileSync(path, 'utf8')).toContain('"event":"call"');
  expect(readFileSync(`${path}.key`, 'utf8')).toHaveLength(64);
});

it('a log that cannot be written keeps the gateway from starting', () => {
  const here = folder();
  writeFileSync(join(here, 'file'), '');
  symlinkSync(join(here, 'file'), join(here, 'link'));
  for (const path of [here, join(here, 'file/audit.jsonl'), join(here, 'link')])
    expect(() => open(path)).toThrow('The audit log cannot be written');
});

it.runIf(process.platform === 'linux')('nor does one in /proc, where no directory can be made, take forever', () => {
  for (const path of [
    '/proc/missing/audit.jsonl',
    '/proc/missing/deeper/audit.jsonl',
    '/proc/self/missing/audit.jsonl',
  ])
    expect(() => requireWritable(path)).toThrow('ENOENT');
});
