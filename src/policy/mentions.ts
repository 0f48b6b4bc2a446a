import { programName } from '../model/shell/program-name.ts';
import { isShell } from './pieces.ts';
import { namesStarter } from './starters.ts';

/** Options whose value names a language or the like, which starts nothing by itself. */
const NAMES_KIND =
  /^--?(?:lang|languages?|runtimes?|mode|syntax|dialect|framework|platform|ecosystem|stack|sdk|target|type|format|formatter|parser|shell|topics?|tags?)$/i;

/** Whether a text only mentions the name of a program: as the value of such an option, or at the end of a sentence. */
export function isMention(piece: string, arg: string, before: string | undefined): boolean {
  const [, option = before ?? '', value = arg] = /^(--?[A-Za-z-]+)=(.*)$/s.exec(arg) ?? [];
  if (value === piece && NAMES_KIND.test(option)) return true;
  return !isShell(programName(piece)) && /^(?:[\p{L}\d]+,? ){2,}\p{L}+\.?$/u.test(arg) && endsWith(arg, piece);
}

/** Whether a word stands only at the end. */
function endsWith(text: string, word: string): boolean {
  const words = text.replace(/\.$/, '').split(/,? /);
  return words.indexOf(word) === words.length - 1 && !words.slice(0, -1).some((one) => namesStarter(one));
}
