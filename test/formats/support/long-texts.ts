import { applyEdits } from '../../../src/formats/edit-list.ts';
import { setValue } from '../../../src/formats/edit.ts';
import { jsonc } from '../../../src/formats/json/index.ts';
import { toml } from '../../../src/formats/toml/index.ts';
import type { Format, FormatId } from '../../../src/formats/types.ts';
import { yaml } from '../../../src/formats/yaml/index.ts';
import type { ValueMap } from '../../../src/model/value.ts';

const formats: Readonly<Record<FormatId, Format>> = { json: jsonc, jsonc, toml, yaml };
const comment: Readonly<Record<FormatId, string>> = { json: '//', jsonc: '//', toml: '#', yaml: '#' };

/** A document with these entries under `servers`, called s0, s1 and so on, and comments between its lines. */
export function longText(id: FormatId, entries: readonly ValueMap[]): string {
  const servers = Object.fromEntries(entries.map((entry, index) => [`s${index}`, entry]));
  const value = { title: 'a document', servers, other: { list: ['a', 'b'], on: true } };
  const lines = applyEdits('', setValue(formats[id], '', [], value)).split('\n');
  const commented = lines.map((line, index) => {
    if (index % 7 === 3 && /^\s*(?:"?s\d+"?:|\[servers\.s\d+\])/.test(line))
      return `${/^\s*/.exec(line)?.[0] ?? ''}${comment[id]} about the next\n${line}`;
    return line;
  });
  return commented.join('\n');
}
