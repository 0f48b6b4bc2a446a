/** Host prefixes that many services use. */
const COMMON = /^(?:mcp|api|www|app|server|remote|sse|docs|gateway)$/;
/** Shared hosting domains: the label before them names the owner. */
const SHARED =
  /\.(?:workers\.dev|pages\.dev|vercel\.app|netlify\.app|github\.io|gitlab\.io|fly\.dev|onrender\.com|herokuapp\.com|run\.app|railway\.app|ngrok\.io|ngrok\.app|ngrok-free\.app|hf\.space|azurewebsites\.net|cloudfront\.net)$/;
/** Two-part top-level domains, such as `co.uk`. */
const TWO_PARTS = /^(?:ac|co|com|edu|gov|net|org)$/;

/** The service name for a URL: `https://mcp.linear.app/sse` is `linear`. */
export function nameOfAddress(address: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(address.slice(0, 2000))?.[1] ?? '';
  const lower = host.toLowerCase();
  if (lower === 'localhost' || /^(?:127\.|\[::1\]|0\.0\.0\.0)/.test(lower)) return 'localhost';
  if (/^[\d.]+$/.test(lower)) return lower.replaceAll('.', '-');
  const shared = lower.replace(SHARED, '');
  const labels = (shared === lower ? withoutEnding(lower.split('.')) : [shared.split('.')[0] ?? '']).filter(Boolean);
  const own = labels.filter((label) => !COMMON.test(label));
  const name = own.at(-1) ?? labels.at(-1) ?? '';
  return name.replace(/^mcp-(?=.)/, '').replace(/(?<=.)-(?:mcp|mcp-server)$/, '');
}

function withoutEnding(labels: readonly string[]): string[] {
  if (labels.length < 2) return [...labels];
  const two = labels.length > 2 && TWO_PARTS.test(labels.at(-2) ?? '') && (labels.at(-1) ?? '').length === 2;
  return labels.slice(0, two ? -2 : -1);
}
