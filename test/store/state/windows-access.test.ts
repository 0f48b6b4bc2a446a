import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import {
  othersIn,
  requirePrivateOnWindows,
  type RunTool,
  secureWindowsDirectory,
  windowsExposure,
} from '../../../src/store/state/windows-access.ts';

const me = 'S-1-5-21-1-2-3-1001';
const own = `D:PAI(A;OICI;FA;;;${me})(A;OICI;FA;;;SY)`;
const shared = `D:AI(A;OICIID;FA;;;BA)(A;OICIID;FA;;;SY)(A;OICIID;0x1200a9;;;BU)(A;ID;0x1301bf;;;AU)(D;;FA;;;WD)`;

it.each([
  [own, []],
  [`D:(A;;FA;;;${me})(A;;FA;;;BA)(A;;FA;;;OW)`, []],
  // Windows abbreviates the account Administrator, also if that is the user.
  ['D:PAI(A;OICI;FA;;;LA)(A;OICI;FA;;;SY)', []],
  [shared, ['BU', 'AU']],
  ['D:(A;OICI;FR;;;WD)', ['WD']],
  ['D:(A;;FA;;;S-1-5-21-1-2-3-1002)', ['S-1-5-21-1-2-3-1002']],
  ['D:NO_ACCESS_CONTROL', ['everyone']],
])('%s allows something to %j', (list, others) => expect(othersIn(list, me)).toEqual(others));

/** A Windows whose directories have this access list after they are made private. */
function tools(after: string | undefined, calls: string[][] = []): RunTool {
  return (file, args) => {
    calls.push([file, ...args]);
    if (file === 'whoami') return `"pc\\ann","${me}"\r\n`;
    const at = args.indexOf('/save');
    if (at !== -1 && after !== undefined) writeFileSync(args[at + 1] ?? '', `shared\r\n${after}\r\n`, 'utf16le');
    return '';
  };
}

const host = nodeHost();

it('makes a directory outside the user profile private, and once is enough', () => {
  const calls: string[][] = [];
  secureWindowsDirectory(host, 'D:/shared/plugboard', tools(own, calls));
  expect(calls[1]).toEqual([
    'icacls',
    'D:\\shared\\plugboard',
    '/inheritance:r',
    '/grant:r',
    `*${me}:(OI)(CI)F`,
    '*S-1-5-18:(OI)(CI)F',
  ]);
  const { length } = calls;
  secureWindowsDirectory(host, 'D:/shared/plugboard', tools(own, calls));
  expect(calls).toHaveLength(length);
});

it('names a share so that no part of it is an option', () => {
  const calls: string[][] = [];
  secureWindowsDirectory(host, '//server/profiles$/ann/plugboard', tools(own, calls));
  const [, made, looked] = calls;
  expect([made?.[1], looked?.[1]]).toEqual(Array(2).fill('\\\\server\\profiles$\\ann\\plugboard'));
});

it.each([
  ['stays open to others', shared, 'BU, AU'],
  ['cannot be checked', undefined, 'cannot be read'],
])('refuses one that %s', (_, list, why) => {
  expect(() => secureWindowsDirectory(host, 'D:/open/plugboard', tools(list))).toThrow(why);
});

it('refuses if the user is unknown', () => {
  expect(() => secureWindowsDirectory(host, 'D:/open/plugboard', () => undefined)).toThrow('owner');
});

it('leaves the user profile to Windows', () => {
  const calls: string[][] = [];
  secureWindowsDirectory(host, `${host.home}/AppData/Local/plugboard`, tools(shared, calls));
  expect(calls).toEqual([]);
});

it.each([
  [own, undefined],
  [shared, 'other users have access to it (BU, AU)'],
  [undefined, 'its access list cannot be read'],
])('a file outside the user profile with %j is exposed: %j', (list, why) => {
  const calls: string[][] = [];
  expect(windowsExposure(host, 'E:/keys/plugboard.key', tools(list, calls))).toBe(why);
  // It is only looked at: the file is the person's.
  expect(calls.flat()).not.toContain('/grant:r');
  const write = (): void => requirePrivateOnWindows(host, 'E:/keys', tools(list));
  if (why === undefined) write();
  else expect(write).toThrow(why);
});

it('files in the user profile, and in directories made private, need no look', () => {
  const none: RunTool = () => expect.unreachable();
  expect(windowsExposure(host, `${host.home}/plugboard.key`, none)).toBeUndefined();
  secureWindowsDirectory(host, 'F:/own', tools(own));
  expect(windowsExposure(host, 'F:/own/state/gateway-token', none)).toBeUndefined();
});

it.runIf(process.platform === 'win32')('a home that a variable moved is not the user profile', () => {
  const moved = { ...host, home: 'G:/moved' };
  expect(windowsExposure(moved, 'G:/moved/plugboard.key', tools(shared))).toContain('other users');
});
