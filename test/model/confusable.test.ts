import { expect, it } from 'vitest';
import { isConfusable } from '../../src/model/confusable.ts';

it.each([
  'git\u04bbub',
  'g\u0456thub',
  '\u03bfpenai',
  'p\u0430ypal',
  '\uff47ithub',
  'my-g\u0456thub',
  '\u{1d5c0}ithub',
])('takes %s for a name that looks like another', (name) => expect(isConfusable(name)).toBe(true));

it.each([
  'github',
  'github-2',
  'GitHub',
  '\u043f\u043e\u0447\u0442\u0430',
  '\u65e5\u672c\u8a9eserver',
  'caf\u00e9',
  'a.b_c',
  '',
  'dev-\u0434\u0430\u043d\u043d\u044b\u0435',
])('takes %j for what it is', (name) => expect(isConfusable(name)).toBe(false));
