import { Box, useApp, useInput } from 'ink';
import type { ReactElement } from 'react';
import { useEffect, useLayoutEffect, useMemo, useReducer } from 'react';
import { Body } from './body.tsx';
import { Footer } from './footer.tsx';
import { hasFilterLine, Heading } from './heading.tsx';
import { helpText } from './help-text.ts';
import { keyHelp } from './key-help.ts';
import { type Key, keysOf } from './keys.ts';
import { layoutOf } from './layout.ts';
import { Lines } from './lines.tsx';
import { lookOf } from './look.ts';
import type { PickableSet, Resume } from './pickable-set.ts';
import { highlighted, initialState, type PickerState, pressKey, type View } from './picker-state.ts';
import { previewText } from './preview-text.ts';
import { problemsText } from './problems-text.ts';
import { useScreenSize } from './use-screen-size.ts';

interface Props {
  readonly sets: readonly PickableSet[];
  /** The names that were chosen last time. */
  readonly chosen: readonly string[];
  readonly title: string;
  readonly resume?: Resume;
  readonly colour: boolean;
  readonly ascii: boolean;
  /** Called when the picker leaves the screen, however that comes. */
  readonly onLeave?: () => void;
}

/** A list of sets to choose from; the app ends with a `PickResult`. */
export function Picker({ sets, chosen, title, resume, colour, ascii, onLeave }: Props): ReactElement | null {
  const { exit } = useApp();
  const { columns, rows } = useScreenSize();
  const [state, press] = useReducer(pressKeys, undefined, () => initialState(sets, chosen, resume));
  const look = useMemo(() => lookOf({ colour, ascii }), [colour, ascii]);

  const { mode } = state;
  const isText = mode === 'problems' || mode === 'help';
  const help = keyHelp(state, columns, look);
  const wanted = { preview: state.preview && !isText, filterLine: hasFilterLine(state), keyLines: help.length };
  const layout = layoutOf({ columns, rows, sets: sets.length, ...wanted });
  const { previewRows, previewColumns, listRows, bodyRows, keyRows, isRoomy } = layout;
  const previewed = previewRows > 0 ? highlighted(state) : undefined;
  const text = useMemo(() => {
    if (mode === 'problems') return problemsText(sets, columns, look);
    if (mode === 'help') return helpText(columns, look);
    return previewed ? previewText(previewed, previewColumns, look) : [];
  }, [mode, sets, columns, previewed, previewColumns, look]);
  const textRows = isText ? bodyRows : previewRows;
  const scrollEnd = Math.max(0, text.length - textRows);
  const view: View = { listPage: listRows, textPage: textRows, scrollEnd };

  useInput((input, key) => press({ keys: keysOf(input, key), view }));
  useEffect(() => {
    if (state.result) exit(state.result);
  }, [state.result, exit]);
  useLayoutEffect(() => onLeave, [onLeave]);

  // Some terminals have but one screen, on which the last frame stays.
  if (state.result) return null;
  const isLong = !isText && state.shown.length > listRows;
  return (
    <Box flexDirection="column" width={columns}>
      <Heading title={title} state={state} isLong={isLong} columns={columns} look={look} />
      {isRoomy && <Lines lines={['']} />}
      <Body state={state} layout={layout} text={text} scroll={Math.min(state.scroll, scrollEnd)} look={look} />
      <Footer state={state} columns={columns} keys={help.slice(0, keyRows)} isRoomy={isRoomy} look={look} />
    </Box>
  );
}

interface Pressed {
  readonly keys: readonly Key[];
  readonly view: View;
}

function pressKeys(state: PickerState, { keys, view }: Pressed): PickerState {
  return keys.reduce((now, key) => pressKey(now, key, view), state);
}
