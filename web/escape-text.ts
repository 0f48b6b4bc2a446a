/** The parts of a compiled template that are looked at here. */
interface TemplateNode {
  readonly type: number;
  content?: Expression;
  readonly props?: readonly Directive[];
}

interface Directive {
  readonly type: number;
  readonly name: string;
  readonly arg?: { readonly content?: string };
  exp?: Expression;
}

interface Expression {
  readonly loc: unknown;
}

/** Kinds of nodes, as the compiler of Vue numbers them. */
const ELEMENT = 1;
const SIMPLE_EXPRESSION = 4;
const INTERPOLATION = 5;
const DIRECTIVE = 7;
const COMPOUND_EXPRESSION = 8;

/** Attributes that show their text. */
const shownAttributes = ['aria-label', 'title', 'alt', 'placeholder'];

/**
 * Wraps every text of a template in `$shown`: a name from a file must not turn the text around it, wherever it is
 * shown.
 */
export function escapeText(node: object): void {
  const template = node as TemplateNode;
  if (template.type === INTERPOLATION && template.content) template.content = shown(template.content);
  if (template.type !== ELEMENT) return;
  for (const prop of template.props ?? [])
    if (
      prop.type === DIRECTIVE &&
      prop.name === 'bind' &&
      prop.exp &&
      shownAttributes.includes(prop.arg?.content ?? '')
    )
      prop.exp = shown(prop.exp);
}

function shown(expression: Expression): Expression {
  const { loc } = expression;
  // Not a constant, or the compiler would move it to where there is no context.
  const call = { type: SIMPLE_EXPRESSION, loc, content: '_ctx.$shown', isStatic: false, constType: 0 };
  return { type: COMPOUND_EXPRESSION, loc, children: [call, '(', expression, ')'] } as Expression;
}
