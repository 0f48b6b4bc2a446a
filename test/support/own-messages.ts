import ts from 'typescript';
import { lineOf, nodesOf, type Source } from '../../scripts/source-files.ts';

/** Names of texts that people read. Plain variables named `text` hold all kinds of input, so only properties count. */
const words = /^(?:.*(?:[mM]essage|[sS]ummary|[tT]itle|[nN]otice)|tip|hint|reason|problem|why|fix|note)$/;
const properties = /^(?:text|detail|description)$/;

const searches = new Set(
  'includes startsWith endsWith indexOf lastIndexOf match matchAll search replace replaceAll split'.split(' '),
);

/** Two words in a literal. Codes have none, so such a text is read for its words, whatever it is called. */
const twoWords = /[A-Za-z]{2,} [A-Za-z]{2,}/;

/** Places where the words of a message decide something, as `path:line name`. */
export function searchedMessages(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    nodesOf(source).flatMap((node) => {
      const name = searched(node);
      return name === undefined ? [] : [`${source.path}:${lineOf(node)} ${name}`];
    }),
  );
}

function searched(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node) && isEquality(node.operatorToken.kind)) {
    const [left, right] = [node.left, node.right];
    // A reason or a problem may be a code, which is made for comparisons; a sentence is not.
    const name = isSentence(right) ? nameOf(left) : isSentence(left) ? nameOf(right) : undefined;
    return name ?? (hasWords(left) || hasWords(right) ? 'words' : undefined);
  }
  if (ts.isRegularExpressionLiteral(node) && hasWords(node)) return 'words';
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: receiver, name: method } = node.expression;
  const [sought] = node.arguments;
  if (searches.has(method.text) && sought && !isLayout(sought))
    return nameOf(receiver) ?? (ts.isStringLiteralLike(sought) && hasWords(sought) ? 'words' : undefined);
  if (!['test', 'exec'].includes(method.text)) return undefined;
  return node.arguments.map(nameOf).find((name) => name !== undefined);
}

function isEquality(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken;
}

function hasWords(node: ts.Node): boolean {
  return (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) && twoWords.test(node.text);
}

/** A text with a space, or the result of a function or constant that makes one. */
function isSentence(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node)) return /\S\s\S/.test(node.text);
  if (ts.isTemplateExpression(node)) return true;
  const made = ts.isCallExpression(node) ? node.expression : node;
  return ts.isIdentifier(made) && words.test(made.text) && made.text.length > 'message'.length;
}

/** Splitting a text into lines or words, or showing its tabs, does not read it. */
function isLayout(node: ts.Node | undefined): boolean {
  if (!node) return false;
  if (ts.isStringLiteralLike(node)) return /^\s*$/.test(node.text);
  return ts.isRegularExpressionLiteral(node) && /^\/(?:\\[rnts]|[[\]|?+*^])+\/[gu]*$/.test(node.text);
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return nameOf(node.expression);
  if (ts.isIdentifier(node)) return words.test(node.text) ? node.text : undefined;
  if (ts.isPropertyAccessExpression(node)) {
    const { text } = node.name;
    return words.test(text) || properties.test(text) ? text : undefined;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return nameOf(node.left);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return nameOf(node.expression.expression);
  return ts.isCallExpression(node) && node.expression.getText() === 'String'
    ? node.arguments.map(nameOf)[0]
    : undefined;
}
