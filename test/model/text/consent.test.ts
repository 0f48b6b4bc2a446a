import { describe, expect, it } from 'vitest';
import { consentText } from '../../../src/model/text/consent.ts';

describe('the text of a consent', () => {
  it('shows every character that cannot be seen or looks like a space', () => {
    const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{13441}]|\u{16fe4}|\u{1d159}/u;
    for (let code = 0; code <= 0x10_ffff; code += 1) {
      const one = String.fromCodePoint(code);
      if (code === 0x20 || !unseen.test(one)) continue;
      const shown = consentText(`a${one}b`);
      if (!/^a\\u(?:[0-9a-f]{4}|\{[0-9a-f]{5,6}\})b$/.test(shown)) expect(`${code.toString(16)} ${shown}`).toBe('');
    }
    expect(consentText('npx\u00a0-y\u3000x\u2028y')).toBe('npx\\u00a0-y\\u3000x\\u2028y');
  });

  it('keeps what can be seen', () => {
    for (const text of ['a b', 'größe', '日本', 'npx -y "x"; ~|\\', '✔\ufe0f', 'sk-ant-0123456789abcdef', '•'])
      expect(consentText(text)).toBe(text);
    expect(consentText('1\ufe0f')).toBe('1\\ufe0f');
  });

  it('has no line that ends out of sight', () => {
    expect(consentText(`a${' '.repeat(300)};b`)).toBe('a [300 spaces] ;b');
  });
});
