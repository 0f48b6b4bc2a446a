import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../src/cli/output/json-text.ts';
import { Output } from '../../../src/cli/output/output.ts';
import { showInternalError } from '../../../src/cli/output/show-error.ts';
import { unsafe } from '../support/secrets.ts';

/** Keeps what it prints. */
class Heard extends Output {
  text = '';
  override raw(text: string): void {
    this.text += text;
  }
}

describe('a JSON document', () => {
  it('holds nothing that a terminal would act on, and the same value', () => {
    const value = {
      'a\u009b': '\u202e\u0085\u200b\u007f\ufeff',
      tag: '\u{e0041}',
      plain: 'ä → 😀 "\\\n',
      list: ['\u0007'],
    };
    const text = jsonText(value);
    expect(text).not.toMatch(unsafe);
    expect(text).toContain(String.raw`\u009b`);
    expect(text).toContain(String.raw`\udb40\udc41`);
    expect(text).toContain('ä → 😀');
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe('an unexpected error', () => {
  it('is one document, without secrets and without the place in the program', () => {
    const output = new Heard(['list', '--json']);
    showInternalError(new TypeError('unexpected "API_KEY": "canary"'), output);
    expect(output.exitCode).toBe(1);
    expect(output.text).not.toMatch(/canary|\.ts:\d/);
    expect(JSON.parse(output.text)).toEqual({
      schema: 1,
      ok: false,
      warnings: [],
      errors: [
        {
          code: 'internal',
          message: 'Internal error in Plugboard: unexpected "API_KEY": "••••••••"',
          hint: 'run it again with --verbose to see where it happened',
        },
      ],
    });
  });

  it('makes no second document when the result is out already', () => {
    const output = new Heard(['list', '--json']);
    output.data({});
    showInternalError('odd', output);
    expect(output.exitCode).toBe(1);
    expect(() => JSON.parse(output.text) as unknown).not.toThrow();
  });
});

it('keeps warnings for the document', () => {
  const output = new Heard(['--json']);
  output.warn({ code: 'plain-secret', message: 'careful' });
  output.data(1);
  expect(JSON.parse(output.text)).toMatchObject({ ok: true, warnings: [{ code: 'plain-secret', message: 'careful' }] });
});
