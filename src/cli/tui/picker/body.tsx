import { Box } from 'ink';
import type { ReactElement } from 'react';
import { Lines } from '../lines.tsx';
import type { Theme } from '../theme.ts';
import type { Layout } from './layout.ts';
import { highlighted, type PickerState } from './picker-state.ts';
import { Preview } from './preview.tsx';
import { SetList } from './set-list.tsx';

interface Props {
  readonly state: PickerState;
  readonly layout: Layout;
  /** The scrollable text: the preview, the problems or the help. */
  readonly text: readonly string[];
  readonly scroll: number;
  readonly theme: Theme;
}

/** The list with an optional preview, or the problems or the help instead. */
export function Body({ state, layout, text, scroll, theme }: Props): ReactElement {
  const { isBeside, listColumns, listRows, previewColumns, previewRows, bodyRows } = layout;
  if (state.mode === 'problems' || state.mode === 'help')
    return <Lines lines={text.slice(scroll, scroll + bodyRows)} />;
  const set = highlighted(state);
  const list = <SetList state={state} columns={listColumns - Number(isBeside)} rows={listRows} theme={theme} />;
  if (previewRows === 0 || !set) return list;
  const preview = { name: set.display, text, scroll, columns: previewColumns, rows: previewRows, isBeside, theme };
  return (
    <Box flexDirection={isBeside ? 'row' : 'column'}>
      <Box width={listColumns} flexShrink={0}>
        {list}
      </Box>
      <Preview {...preview} />
    </Box>
  );
}
