import type { Look } from './look.ts';
import type { Hint } from './picker-state.ts';

export function hintWords(hint: Hint, look: Look): string {
  switch (hint.kind) {
    case 'unusable':
      return `${look.line(hint.set.name)} cannot be used; i says why, e opens it in your editor`;
    case 'no-problems':
      return 'All sets can be used.';
    case 'notice':
      return look.line(hint.text);
    case 'lost':
      return `From last time, but not usable now: ${hint.names.map((name) => look.line(name)).join(', ')}`;
  }
}
