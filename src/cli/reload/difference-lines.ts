import { visible } from '../../model/visible.ts';
import { revealHidden } from '../../runtime/tools/hidden-text/hidden-unicode.ts';
import type { FieldChange, PinDifference } from '../../runtime/tools/pins/compare-pins.ts';
import type { Output } from '../output/output.ts';

/** The added, removed and changed tools; with `isWhole` also every changed line. */
export function differenceLines(difference: PinDifference, isWhole: boolean, output: Output): string[] {
  const { added, removed, changed, instructions } = difference;
  const list = (sign: '+' | '-', names: readonly string[]): string[] =>
    names.map((name) => `  ${output.style(sign === '+' ? 'green' : 'red', `${sign} ${visible(name)}`)}`);
  const changes = [...changed, ...(instructions ? [{ tool: '(instructions)', fields: [instructions] }] : [])];
  return [
    ...list('+', added),
    ...list('-', removed),
    ...changes.flatMap(({ tool, fields }) => [
      `  ${output.style('yellow', `~ ${visible(tool)}`)}  ${fields.map(({ field }) => field).join(', ')}`,
      ...(isWhole ? fields.flatMap((change) => changeLines(change, output)) : []),
    ]),
  ];
}

function changeLines({ field, lines }: FieldChange, output: Output): string[] {
  return lines.map(({ sign, at, text }) => {
    const line = visible(`${sign} ${field}${at}: ${revealHidden(text)}`);
    return `      ${output.style(sign === '+' ? 'green' : 'red', line)}`;
  });
}
