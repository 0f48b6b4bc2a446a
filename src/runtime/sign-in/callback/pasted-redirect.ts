/** Parses a pasted redirect: the whole URL, or only its query. */
export function pastedAnswer(text: string, redirectUrl: string): URLSearchParams | undefined {
  const pasted = text.trim();
  const url = URL.canParse(pasted) ? new URL(pasted) : undefined;
  if (url && !isSamePlace(url, new URL(redirectUrl))) return undefined;
  const params = url ? url.searchParams : new URLSearchParams(pasted.replace(/^[^?]*\?/, ''));
  return params.has('state') && (params.has('code') || params.has('error')) ? params : undefined;
}

function isSamePlace(one: URL, other: URL): boolean {
  return one.origin === other.origin && one.pathname === other.pathname;
}
