import type { Theme } from '../theme.ts';
import type { Hint } from './picker-state.ts';

export function hintWords(hint: Hint, theme: Theme): string {
  switch (hint.kind) {
    case 'unusable':
      return `${theme.line(hint.set.name)} cannot be used; press i for the reason, e to edit it`;
    case 'no-problems':
      return 'All sets are usable.';
    case 'notice':
      return theme.line(hint.text);
    case 'lost':
      return `Selected last time, but not usable now: ${hint.names.map((name) => theme.line(name)).join(', ')}`;
  }
}
