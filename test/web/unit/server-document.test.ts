import { describe, expect, it } from 'vitest';
import {
  argsOf,
  documentOf,
  emptyDocument,
  isEnabled,
  numberOf,
  otherKeys,
  pairsOf,
  sameDocument,
  textOf,
  transportOf,
  withArgs,
  withEnabled,
  withField,
  withNumber,
  withOtherKeys,
  withPairs,
  withTransport,
} from '../../../web/src/components/server-form/document/server-document.ts';

const stdio = documentOf({
  command: 'npx',
  args: ['-y', 'x'],
  env: { A: '1' },
  cwd: '/srv',
  timeout: 45,
  note: 'mine',
});

describe('another type', () => {
  it('hides what the type cannot have, and saves none of it', () => {
    const remote = withTransport(stdio, 'http');
    expect(remote.server).toEqual({ transport: 'http', timeout: 45, note: 'mine' });
    expect(Object.keys(remote.hidden)).toEqual(['command', 'args', 'env', 'cwd']);
  });

  it('brings everything back', () => {
    const there = withField(withTransport(stdio, 'http'), 'url', 'https://a.example');
    const back = withTransport(there, 'stdio');
    expect(back.server).toEqual({ transport: 'stdio', ...stdio.server });
    expect(back.hidden).toEqual({ url: 'https://a.example' });
    expect(textOf(withTransport(back, 'sse'), 'url')).toBe('https://a.example');
  });

  it('prefers what was typed since over what waited', () => {
    const there = withTransport(stdio, 'sse');
    const typed = withField(there, 'command', 'uvx');
    expect(textOf(withTransport(typed, 'stdio'), 'command')).toBe('uvx');
  });
});

describe('fields', () => {
  it('keeps arguments exactly', () => {
    const args = ['-e', 'A=1', '-e', 'B=2, x', '', ' '];
    expect(argsOf(withArgs(emptyDocument(), args))).toEqual(args);
  });

  it('leaves empty lists and maps out of the file', () => {
    expect(Object.keys(withPairs(withArgs(stdio, []), 'env', {}).server)).not.toContain('args');
    expect(Object.keys(withPairs(stdio, 'env', {}).server)).not.toContain('env');
  });

  it('keeps a field where it stands', () => {
    expect(Object.keys(withField(stdio, 'args', ['z']).server)).toEqual(Object.keys(stdio.server));
  });

  it('writes disabled only when it is', () => {
    const off = withEnabled(stdio, false);
    expect(off.server['disabled']).toBe(true);
    expect(isEnabled(off)).toBe(false);
    expect(sameDocument(withEnabled(off, true), stdio)).toBe(true);
  });

  it('holds keys such as __proto__', () => {
    const pairs = JSON.parse('{"__proto__": "x"}') as Record<string, string>;
    expect(Object.keys(pairsOf(withPairs(stdio, 'env', pairs), 'env'))).toEqual(['__proto__']);
  });
});

describe('numbers with a default', () => {
  it('shows the default and does not write it', () => {
    const base = emptyDocument();
    expect(numberOf(base, 'timeout')).toBe(30);
    expect(numberOf(base, 'retries')).toBe(3);
    const changed = withNumber(base, 'retries', 5, base);
    expect(changed.server['retries']).toBe(5);
    expect(sameDocument(withNumber(changed, 'retries', 3, base), base)).toBe(true);
  });

  it('writes a default that was written explicitly', () => {
    const base = documentOf({ command: 'x', timeout: 60 });
    expect(withNumber(base, 'timeout', 30, base).server['timeout']).toBe(30);
  });
});

describe('other keys', () => {
  it('are those without a field, and those whose value no field can hold', () => {
    const document = documentOf({
      command: 'x',
      args: [1],
      env: { A: 2 },
      auth: { type: 'oauth' },
      url: 'y',
      timeout: 'z',
    });
    expect(Object.keys(otherKeys(document))).toEqual(['args', 'env', 'auth', 'url', 'timeout']);
    expect(otherKeys(stdio)).toEqual({ cwd: '/srv', note: 'mine' });
  });

  it('hold the environment of a remote server, which the form does not show', () => {
    const document = documentOf({ url: 'https://a.example', env: { A: '1' } });
    expect(transportOf(document)).toBe('http');
    expect(otherKeys(document)).toEqual({ env: { A: '1' } });
  });

  it('can be replaced without touching a field', () => {
    const changed = withOtherKeys(stdio, { cwd: '/other' });
    expect(changed.server).toEqual({ ...stdio.server, cwd: '/other', note: undefined });
    expect(Object.keys(changed.server)).not.toContain('note');
  });
});
