import { visible } from '../model/visible.ts';
import type { ApiProblem } from './contract/common.ts';

/** The error page for browsers: what happened and what to do. Unstyled, because the CSP forbids inline styles. */
export function errorPage({ message, hint }: ApiProblem): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Plugboard</title></head>
<body><main><h1>Plugboard</h1><p>${escaped(message)}</p>${hint === undefined ? '' : `<p>${escaped(hint)}</p>`}</main></body>
</html>
`;
}

function escaped(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
