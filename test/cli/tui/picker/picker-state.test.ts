import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PickableSet } from '../../../../src/cli/tui/picker/pickable-set.ts';
import {
  highlighted,
  initialState,
  isUsable,
  type PickerState,
  pressKey,
  selectedSets,
} from '../../../../src/cli/tui/picker/picker-state.ts';
import { manySets, set, someSets } from '../support/sets.ts';

const view = { listPage: 4, textPage: 6, scrollEnd: 10 };
const press = (state: PickerState, ...keys: readonly string[]): PickerState =>
  keys.reduce((now, key) => pressKey(now, key, view), state);
const start = (chosen: readonly string[] = [], sets: readonly PickableSet[] = someSets): PickerState =>
  initialState(sets, chosen);
const at = (state: PickerState): string | undefined => highlighted(state)?.name;
const picked = (state: PickerState): string[] => selectedSets(state).map(({ name }) => name);

describe('the beginning', () => {
  it('selects what was chosen last time and goes to the first of it', () => {
    const state = start(['office', 'empty']);
    expect([picked(state), at(state), state.hint]).toEqual([['empty', 'office'], 'empty', undefined]);
  });

  it('goes to the first usable set when nothing was chosen', () => expect(at(start())).toBe('dev'));

  it('tells what was chosen last time and cannot be chosen now', () => {
    const state = start(['dev', 'broken', 'gone']);
    expect(picked(state)).toEqual(['dev']);
    expect(state.hint).toEqual({ kind: 'lost', names: ['broken', 'gone'] });
    expect(press(state, 'down').hint).toBeUndefined();
  });

  it('does with no sets at all', () => {
    const state = press(start([], []), 'down', ' ', 'a', 'p', 'i', 'enter');
    expect(state.result).toEqual({ outcome: 'chosen', names: [] });
  });
});

describe('editing', () => {
  it('exits with the set under the cursor and the selection, whether or not the set is usable', () => {
    const state = press(start(['dev']), 'end', 'e');
    expect(state.result).toEqual({ outcome: 'edit', at: 'broken', names: ['dev'] });
    expect(press(start([], []), 'e').result).toBeUndefined();
  });

  it('comes back to that set with the same selection, and tells what went wrong', () => {
    const resume = { at: 'office', selected: ['empty'], notice: 'No editor.' };
    const state = initialState(someSets, ['dev'], resume);
    expect([at(state), picked(state), state.hint]).toEqual([
      'office',
      ['empty'],
      { kind: 'notice', text: 'No editor.' },
    ]);
  });
});

describe('the help', () => {
  it('opens and closes with ?, and closes with Esc and q without leaving the picker', () => {
    for (const key of ['?', 'escape', 'q']) {
      const open = press(start(), '?');
      expect(open.mode).toBe('help');
      expect(press(open, key)).toMatchObject({ mode: 'list' });
      expect(press(open, key).result).toBeUndefined();
    }
  });
});

it('lists the sets that can be used first', () => {
  expect(start().sets.map(({ name }) => name)).toEqual(['dev', 'empty', 'office', '漢字', 'broken']);
});

describe('moving', () => {
  const state = start([], manySets(20));

  it.each([
    [['down', 'j', 'down'], 'set-3'],
    [['down', 'down', 'up', 'k'], 'set-0'],
    [['up'], 'set-0'],
    [['pagedown', 'pagedown'], 'set-8'],
    [['pagedown', 'pageup', 'pageup'], 'set-0'],
    [['end'], 'set-19'],
    [['end', 'down'], 'set-19'],
    [['end', 'home'], 'set-0'],
  ])('%j leads to %s', (keys, name) => expect(at(press(state, ...keys))).toBe(name));
});

describe('selecting', () => {
  it('takes and gives back with Space', () => {
    const once = press(start(), ' ', 'down', ' ');
    expect(picked(once)).toEqual(['dev', 'empty']);
    expect(picked(press(once, ' '))).toEqual(['dev']);
  });

  it('tells why it does not take an unusable one', () => {
    const state = press(start(), 'end', ' ');
    expect(picked(state)).toEqual([]);
    expect(state.hint).toMatchObject({ kind: 'unusable', set: { name: 'broken' } });
  });

  it('selects all visible and usable sets, in addition to the selection', () => {
    const state = press(start(['empty']), '/', 'm', 'a', 'i', 'l', 'enter', 'a');
    expect(picked(state)).toEqual(['empty', 'office']);
    expect(picked(press(start(), 'a'))).toEqual(['dev', 'empty', 'office', '漢字']);
  });

  it('gives everything back with c', () => expect(picked(press(start(['dev', 'empty']), 'c'))).toEqual([]));

  it('ends with the names in the order of the list', () => {
    const state = press(start(), 'end', 'up', ' ', 'up', ' ', 'enter');
    expect(state.result).toEqual({ outcome: 'chosen', names: ['office', '漢字'] });
  });

  it('can end with nothing', () => expect(press(start(), 'enter').result).toEqual({ outcome: 'chosen', names: [] }));
});

describe('the filter', () => {
  it('takes letters that are keys elsewhere, until Enter', () => {
    const typing = press(start(), '/', 'q', 'a', ' ', 'p', 'i', 'j');
    expect([typing.filter, typing.mode, typing.result]).toEqual(['qa pij', 'filter', undefined]);
    const kept = press(start(), '/', 'o', 'f', 'enter');
    expect([kept.filter, kept.mode, at(kept)]).toEqual(['of', 'list', 'office']);
    expect(press(kept, 'q').result).toEqual({ outcome: 'quit' });
  });

  it('is gone with Esc, which only cancels when there is none', () => {
    const cleared = press(start(), '/', 'o', 'f', 'escape');
    expect([cleared.filter, cleared.mode, cleared.shown.length, cleared.result]).toEqual(['', 'list', 5, undefined]);
    const shownAgain = press(start(), '/', 'o', 'f', 'enter', 'escape');
    expect([shownAgain.filter, shownAgain.shown.length, shownAgain.result]).toEqual(['', 5, undefined]);
    expect(press(shownAgain, 'escape').result).toEqual({ outcome: 'quit' });
  });

  it('can be corrected', () => {
    expect(press(start(), '/', '漢', '🎉', 'backspace').filter).toBe('漢');
    expect(press(start(), '/', 'a', 'b', 'clear-line').filter).toBe('');
    const left = press(start(), '/', 'backspace');
    expect([left.mode, left.result]).toEqual(['list', undefined]);
  });

  it('keeps the highlighted set as long as it is shown', () => {
    const state = press(start(), 'end', '/', '漢');
    expect(at(state)).toBe('漢字');
    expect(at(press(state, 'escape'))).toBe('漢字');
    expect(at(press(start(), 'end', '/', 'o'))).toBe('broken');
  });

  it('lets the cursor move while typing', () => {
    expect(at(press(start(), '/', 'e', 'down'))).toBe('empty');
    expect(at(press(start(), '/', 'z', 'down', 'end'))).toBeUndefined();
  });
});

describe('preview and problems', () => {
  it('scrolls the preview no further than it goes, and begins anew with the next set', () => {
    const state = press(start(), 'p', 'd');
    expect([state.preview, state.scroll]).toEqual([true, 3]);
    expect(press(state, 'd', 'd', 'd', 'd', 'd', 'd').scroll).toBe(10);
    expect(press(state, 'u', 'u').scroll).toBe(0);
    expect(press(state, 'down').scroll).toBe(0);
    expect(press(state, 'p')).toMatchObject({ preview: false, scroll: 0 });
    expect(press(start(), 'd').scroll).toBe(0);
  });

  it.each(['i', 'escape', 'q'])('shows the problems until %s', (key) => {
    const state = press(start(), 'i');
    expect(state.mode).toBe('problems');
    expect(press(state, 'down', 'j', 'pagedown').scroll).toBe(8);
    expect(press(state, 'end', 'k', 'pageup').scroll).toBe(3);
    expect(press(state, ' ', 'a', 'enter')).toEqual(state);
    expect(press(state, 'down', key)).toMatchObject({ mode: 'list', scroll: 0 });
  });

  it('says so when there are no problems', () => {
    expect(press(start([], [set('fine')]), 'i')).toMatchObject({ mode: 'list', hint: { kind: 'no-problems' } });
  });
});

it.each([[[]], [['/']], [['i']], [['/', 'x', 'enter']]])('Ctrl+C ends it after %j', (keys) => {
  expect(press(start(), ...keys, 'interrupt').result).toEqual({ outcome: 'interrupted' });
});

describe('whatever is pressed', () => {
  const names = ['up', 'down', 'pageup', 'pagedown', 'home', 'end', 'enter', 'escape', 'backspace', 'clear-line'];
  const key = fc.oneof(
    fc.constantFrom(...names, 'interrupt'),
    fc.constantFrom(...Array.from(' acpijkduq/')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  // Enter and its kind would end most runs early.
  const going = key.filter((one) => !['enter', 'escape', 'q', 'interrupt'].includes(one));
  const someSet = fc.record(
    { name: fc.string(), note: fc.string(), error: fc.constant('bad'), tokens: fc.nat() },
    { requiredKeys: ['name'] },
  );
  const state = fc
    .tuple(fc.array(someSet, { maxLength: 12 }), fc.array(fc.nat(11), { maxLength: 4 }), fc.array(going))
    .map(([sets, chosen, keys]) => {
      const made = sets.map(({ name, ...more }) => set(name, more));
      return press(
        initialState(
          made,
          chosen.map((place) => made[place]?.name ?? 'gone'),
        ),
        ...keys,
      );
    });
  const always = (check: (state: PickerState) => void): void =>
    fc.assert(
      fc.property(state, (now) => {
        check(now);
      }),
    );

  it('nothing unusable is selected', () => always((now) => expect(selectedSets(now).every(isUsable)).toBe(true)));

  it('the cursor stands on a set that is shown', () =>
    always(({ shown, cursor }) => {
      expect(cursor).toBeGreaterThanOrEqual(0);
      expect(cursor).toBeLessThan(Math.max(1, shown.length));
    }));

  it('sets are shown in their order, each once', () =>
    always(({ sets, shown }) => {
      expect(shown).toEqual([...new Set(shown)].toSorted((left, right) => left - right));
      expect(shown.every((place) => sets[place])).toBe(true);
    }));

  it('scrolling stays in range', () =>
    always(({ scroll }) => expect(scroll >= 0 && scroll <= view.scrollEnd).toBe(true)));

  it('filtering changes no selection', () =>
    fc.assert(
      fc.property(state, fc.string({ unit: 'grapheme' }), (now, typed) => {
        const listed: PickerState = { ...now, mode: 'list' };
        const filtered = press(listed, '/', ...Array.from(typed));
        expect(filtered.selected).toEqual(listed.selected);
        expect(press(filtered, 'escape').shown).toHaveLength(now.sets.length);
      }),
    ));

  it('a longer filter shows no more', () =>
    fc.assert(
      fc.property(state, fc.string(), (now, typed) => {
        const steps = Array.from(typed, (_, end) =>
          press({ ...now, mode: 'filter' }, ...Array.from(typed.slice(0, end + 1))),
        );
        const shown = steps.map((step) => step.shown.length);
        expect(shown).toEqual(shown.toSorted((left, right) => right - left));
      }),
    ));

  it('Space twice changes nothing', () =>
    always((now) => {
      const listed: PickerState = { ...now, mode: 'list' };
      expect(press(listed, ' ', ' ').selected).toEqual(listed.selected);
    }));

  it('Ctrl+C ends it, and after the end nothing happens', () =>
    fc.assert(
      fc.property(state, key, (now, one) => {
        const ended = press(now, 'interrupt');
        expect(ended.result).toEqual({ outcome: 'interrupted' });
        expect(press(ended, one)).toBe(ended);
      }),
    ));
});

it('does with ten thousand sets', () => {
  const typed = press(start([], manySets(10_000)), 'a', '/', ...Array.from('set-99'), 'enter', ' ', 'end');
  expect([typed.shown.length, typed.selected.size, at(typed)]).toEqual([111, 9999, 'set-9999']);
});
