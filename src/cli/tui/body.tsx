import { Box } from 'ink';
import type { ReactElement } from 'react';
import type { Layout } from './layout.ts';
import { Lines } from './lines.tsx';
import type { Look } from './look.ts';
import { highlighted, type PickerState } from './picker-state.ts';
import { Preview } from './preview.tsx';
import { SetList } from './set-list.tsx';

interface Props {
  readonly state: PickerState;
  readonly layout: Layout;
  /** What can be scrolled: the preview, the problems or the help. */
  readonly text: readonly string[];
  readonly scroll: number;
  readonly look: Look;
}

/** The list, with the preview if it is wanted; or the problems or the help instead of both. */
export function Body({ state, layout, text, scroll, look }: Props): ReactElement {
  const { isBeside, listColumns, listRows, previewColumns, previewRows, bodyRows } = layout;
  if (state.mode === 'problems' || state.mode === 'help')
    return <Lines lines={text.slice(scroll, scroll + bodyRows)} />;
  const set = highlighted(state);
  const list = <SetList state={state} columns={listColumns - Number(isBeside)} rows={listRows} look={look} />;
  if (previewRows === 0 || !set) return list;
  const preview = { name: set.display, text, scroll, columns: previewColumns, rows: previewRows, isBeside, look };
  return (
    <Box flexDirection={isBeside ? 'row' : 'column'}>
      <Box width={listColumns} flexShrink={0}>
        {list}
      </Box>
      <Preview {...preview} />
    </Box>
  );
}
