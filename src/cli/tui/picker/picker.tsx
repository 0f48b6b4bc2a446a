import { Box, useApp, useInput } from 'ink';
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useReducer } from 'react';
import { keyHelp } from '../key-help.ts';
import { Lines } from '../lines.tsx';
import { themeOf, type Theme } from '../theme.ts';
import { useScreenSize } from '../use-screen-size.ts';
import { cut } from '../width.ts';
import { Body } from './body.tsx';
import { Footer } from './footer.tsx';
import { hasFilterLine, Heading } from './heading.tsx';
import { helpText } from './help-text.ts';
import { type Key, keysOf } from './keys.ts';
import { layoutOf } from './layout.ts';
import type { PickableSet, Resume } from './pickable-set.ts';
import { highlighted, initialState, type PickerState, pressKey, type View } from './picker-state.ts';
import { previewText, reasonLines } from './preview-text.ts';

interface Props {
  readonly sets: readonly PickableSet[];
  /** The names of the sets chosen last time. */
  readonly chosen: readonly string[];
  readonly title: string;
  readonly resume?: Resume;
  readonly color: boolean;
  readonly ascii: boolean;
  /** Called when the picker leaves the screen, for any reason. */
  readonly onLeave?: () => void;
}

/** The set picker; the app exits with a `PickResult`. */
export function Picker({ sets, chosen, title, resume, color, ascii, onLeave }: Props): ReactElement | null {
  const { exit } = useApp();
  const { columns, rows } = useScreenSize();
  const [state, press] = useReducer(pressKeys, undefined, () => initialState(sets, chosen, resume));
  const theme = useMemo(() => themeOf({ color, ascii }), [color, ascii]);

  const { mode } = state;
  const isText = mode === 'problems' || mode === 'help';
  const help = keyHelp(state, columns, theme);
  const wanted = { preview: state.preview && !isText, filterLine: hasFilterLine(state), keyLines: help.length };
  const layout = layoutOf({ columns, rows, sets: sets.length, ...wanted });
  const { previewRows, previewColumns, listRows, bodyRows, keyRows, isRoomy } = layout;
  const previewed = previewRows > 0 ? highlighted(state) : undefined;
  const text = useMemo(() => {
    if (mode === 'problems') return problemsText(sets, columns, theme);
    if (mode === 'help') return helpText(columns, theme);
    return previewed ? previewText(previewed, previewColumns, theme) : [];
  }, [mode, sets, columns, previewed, previewColumns, theme]);
  const textRows = isText ? bodyRows : previewRows;
  const scrollEnd = Math.max(0, text.length - textRows);
  const view: View = { listPage: listRows, textPage: textRows, scrollEnd };

  useInput((input, key) => press({ keys: keysOf(input, key), view }));
  useEffect(() => {
    if (state.result) exit(state.result);
  }, [state.result, exit]);
  useLayoutEffect(() => onLeave, [onLeave]);

  // On a terminal without alternate screen the last frame would stay visible.
  if (state.result) return null;
  const isLong = !isText && state.shown.length > listRows;
  return (
    <Box flexDirection="column" width={columns}>
      <Heading title={title} state={state} isLong={isLong} columns={columns} theme={theme} />
      {isRoomy && <Lines lines={['']} />}
      <Body state={state} layout={layout} text={text} scroll={Math.min(state.scroll, scrollEnd)} theme={theme} />
      <Footer state={state} columns={columns} keys={help.slice(0, keyRows)} isRoomy={isRoomy} theme={theme} />
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

/** All unusable sets with their complete errors. */
function problemsText(sets: readonly PickableSet[], width: number, theme: Theme): readonly string[] {
  return sets
    .filter(({ error }) => error !== undefined)
    .flatMap((set) => [
      '',
      theme.paint('bold', cut(theme.line(set.name), width, theme.signs.cut)),
      ...reasonLines(set, width - 2, theme).map((line) => `  ${line}`),
    ])
    .slice(1);
}
