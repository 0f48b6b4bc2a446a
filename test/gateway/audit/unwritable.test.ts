import { expect, it } from 'vitest';
import { openAuditLog } from '../../../src/gateway/audit/audit-log.ts';

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
