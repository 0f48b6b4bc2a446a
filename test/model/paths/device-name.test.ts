import { expect, it } from 'vitest';
import { isDeviceName } from '../../../src/model/paths/device-name.ts';

it.each(['con', 'NUL.json', 'com1', 'lpt\u00B9', 'aux .txt', 'Con ', 'prn.tar.gz', 'CONIN$', 'com0.x', 'nul:x'])(
  '%s is a device',
  (name) => expect(isDeviceName(name)).toBe(true),
);

it.each(['console', 'com', 'com10', 'nulls.json', 'my-con', '.con', 'lpt', 'aux-1', 'con_'])('%s is none', (name) =>
  expect(isDeviceName(name)).toBe(false),
);
