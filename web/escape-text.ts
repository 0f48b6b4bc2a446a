/** The parts of a parsed template that are looked at here. */
interface TemplateNode {
  readonly type: number;
  content?: { content?: string } | string;
  readonly props?: readonly {
    readonly type: number;
    readonly name: string;
    readonly arg?: { readonly content?: string };
    readonly exp?: { content?: string };
  }[];
}

const ELEMENT = 1;
const INTERPOLATION = 5;
const DIRECTIVE = 7;
/** Attributes that show their text. */
const shownAttributes = ['aria-label', 'title', 'alt', 'placeholder'];

/**
 * Wraps every text of a template in `$shown`: a name from a file must not turn the text around it, wherever it is
 * shown.
 */
export function escapeText(node: object): void {
  const { type, content, props = [] } = node as TemplateNode;
  if (type === INTERPOLATION && typeof content === 'object') wrap(content);
  if (type !== ELEMENT) return;
  for (const { type: kind, name, arg, exp } of props)
    if (kind === DIRECTIVE && name === 'bind' && exp && shownAttributes.includes(arg?.content ?? '')) wrap(exp);
}

function wrap(expression: { content?: string }): void {
  if (expression.content !== undefined) expression.content = `$shown(${expression.content})`;
}
