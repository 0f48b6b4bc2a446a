/** A part of the pasted text that is read separately. */
export interface Block {
  readonly text: string;
  /** The info string of the opening fence, in lower case. */
  readonly language: string;
  /** Maps an offset in the block to one in the pasted text. */
  readonly origin: (offset: number) => number;
}

export interface Peeled {
  /** Contents of the code fences. */
  readonly fenced: readonly Block[];
  /** The text with fenced blocks replaced by spaces. */
  readonly around: string;
}

/** Limit on blocks per text. */
const MAX_BLOCKS = 500;
const OPENING = /^([ \t>]*)(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/;

/** Extracts the code blocks of a Markdown text. An unterminated fence extends to the end. */
export function peelFences(text: string): Peeled {
  if (!text.includes('```') && !text.includes('~~~')) return { fenced: [], around: text };
  const fenced: Block[] = [];
  const around: string[] = [];
  let open: { mark: string; indent: number; language: string; lines: Line[] } | undefined;
  for (const line of linesOf(text)) {
    if (open && isClosing(line.text, open.mark)) {
      fenced.push(blockOf(open.lines, open.indent, open.language));
      open = undefined;
      around.push(blank(line.text));
      continue;
    }
    if (open) open.lines.push(line);
    else if (fenced.length < MAX_BLOCKS) {
      const [, indent, mark, language] = line.text.length < 1000 ? (OPENING.exec(line.text) ?? []) : [];
      if (mark !== undefined)
        open = { mark, indent: indent?.length ?? 0, language: (language ?? '').toLowerCase(), lines: [] };
    }
    around.push(open ? blank(line.text) : line.text);
  }
  if (open) fenced.push(blockOf(open.lines, open.indent, open.language));
  return { fenced, around: around.join('\n') };
}

interface Line {
  readonly text: string;
  readonly start: number;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { text: line, start };
    start += line.length + 1;
    return found;
  });
}

function isClosing(line: string, mark: string): boolean {
  if (line.length > 1000) return false;
  const found = line.replace(/^[ \t>]+/, '').trimEnd();
  return found.length >= mark.length && found === (mark[0] as string).repeat(found.length);
}

function blank(line: string): string {
  return ' '.repeat(line.length);
}

/** The lines of a block without the indentation of its fence. */
function blockOf(lines: readonly Line[], indent: number, language: string): Block {
  const cut = lines.map(({ text, start }) => {
    const width = Math.min(indent, /^[ \t>]*/.exec(text.slice(0, indent))?.[0].length ?? 0);
    return { text: text.slice(width), start: start + width };
  });
  const starts: number[] = [];
  let at = 0;
  for (const line of cut) {
    starts.push(at);
    at += line.text.length + 1;
  }
  const origin = (offset: number): number => {
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return (cut[low]?.start ?? 0) + offset - (starts[low] ?? 0);
  };
  return { text: cut.map((line) => line.text).join('\n'), language, origin };
}

const INLINE = /`([^`\n]{3,2000})`/g;

/** Inline code. */
export function inlineCode(text: string): Block[] {
  const found: Block[] = [];
  for (const { 1: code = '', index } of text.matchAll(INLINE)) {
    found.push({ text: code, language: '', origin: (offset) => index + 1 + offset });
    if (found.length === MAX_BLOCKS) break;
  }
  return found;
}
