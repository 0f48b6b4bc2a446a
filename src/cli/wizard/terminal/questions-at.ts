import { wrapTextWithPrefix } from '@clack/core';
import { S_BAR, updateSettings } from '@clack/prompts';
import { safeLine } from '../../output/terminal-lines.ts';
import type { Questions } from '../questions.ts';
import { askOne, askSeveral } from './ask-list.ts';
import { askSecret, askText } from './ask-text.ts';
import { LEAVE } from './keyboard.ts';
import type { Terminal } from './open.ts';
import { PastedLines } from './pasted-lines.ts';

/** Prompts on a terminal. */
export function questionsAt(terminal: Terminal): Questions {
  const { screen, output } = terminal;
  updateSettings({ aliases: { [LEAVE]: 'cancel' } });
  return {
    text: (question) => askText(terminal, question),
    lines: (question) => askText(terminal, question, new PastedLines()),
    secret: (message) => askSecret(terminal, message),
    choose: (question) => askOne(terminal, question),
    chooseSeveral: (question) => askSeveral(terminal, question),
    mark() {
      const { row } = screen;
      return () => screen.rewind(row);
    },
    say(...lines) {
      const bar = output.style('gray', S_BAR);
      const shown = lines.flatMap((line) => line.split('\n')).map((line) => safeLine(line, true));
      screen.write(`${bar}\n${wrapTextWithPrefix(screen, shown.join('\n'), `${bar}  `)}\n`);
    },
  };
}
