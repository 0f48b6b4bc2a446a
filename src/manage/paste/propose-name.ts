import { maxNameLength, nameIssue } from '../../model/server-name.ts';
import type { Server } from '../../model/server.ts';
import { programOf } from './program.ts';

/** Words too generic to name a server. */
const EMPTY_WORDS =
  /^(?:mcp|mcps|server|servers|modelcontextprotocol|index|main|app|dist|build|src|lib|bin|out|start|run|stdio|cli|latest|path|to|your|home|users?|usr|opt|cmd|release|debug|target|node_modules|venv|scripts|[.~]+)?$/i;
const EXTENSION = /\.(?:m?js|cjs|tsx?|mts|py|jar|exe|sh|cmd|bat|rb|php|dll|csproj)$/i;
/** Programs whose first positional argument names the server. */
const RUNNERS =
  /^(?:npx|bunx|pnpx|pnpm|yarn|npm|bun|uvx|uv|pipx|python\d?(?:\.\d+)?|py|node|tsx|ts-node|deno|docker|podman|nerdctl|go|java|dotnet|dnx|cargo|ruby|php|cmd|env)$/;
const SUBCOMMANDS = /^(?:dlx|exec|x|run|tool|start|compose|\/c)$/i;
/** Options that take a value, so the value is not the server. */
const VALUED =
  /^(?:--from|--with|--with-editable|--directory|--project|--python|-p|--package|--spec|--index-url|--index|--env-file|-e|--env|-v|--volume|--mount|--name|--network|--net|--platform|-u|--user|-w|--workdir|--entrypoint|-l|--label|--add-host|--memory|-c|--config|--import|--require|-r|--loader|--publish|--pull|--cpus|--gpus|--hostname|-h|--secret)$/;
/** Options whose value is a directory named after the server. */
const DIRECTORY = /^(?:--directory|--project|--from)$/;
/** Programs that only forward to a URL. */
const BRIDGE = /^(?:mcp-remote|supergateway|mcp-proxy|@modelcontextprotocol\/.*-bridge)(?:@|$)/;
/** Host prefixes that many services use. */
const COMMON = /^(?:mcp|api|www|app|server|remote|sse|docs|gateway)$/;
/** Shared hosting domains: the label before them names the owner. */
const SHARED =
  /\.(?:workers\.dev|pages\.dev|vercel\.app|netlify\.app|github\.io|gitlab\.io|fly\.dev|onrender\.com|herokuapp\.com|run\.app|railway\.app|ngrok\.io|ngrok\.app|ngrok-free\.app|hf\.space|azurewebsites\.net|cloudfront\.net)$/;
/** Two-part top-level domains, such as `co.uk`. */
const TWO_PARTS = /^(?:ac|co|com|edu|gov|net|org)$/;

/** Proposes a valid name for an unnamed server from its package, image, module, file or host. */
export function proposeName({ url, command, args }: Server): string {
  const words = Array.isArray(args) ? args.filter((word) => typeof word === 'string') : [];
  const found =
    typeof url === 'string' ? nameOfAddress(url) : typeof command === 'string' ? nameOfCommand(command, words) : '';
  return cleanName(found);
}

/** The nearest valid name. */
export function cleanName(text: string): string {
  if (nameIssue(text) === undefined) return text;
  const plain = text
    .slice(0, 4 * maxNameLength)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  const joined = plain.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, maxNameLength);
  return joined.replace(/^-/, '').replace(/-$/, '') || 'server';
}

function nameOfCommand(command: string, args: readonly string[]): string {
  const program = programOf(command);
  if (!RUNNERS.test(program)) return nameOfPackage(command);
  const { target, directory } = startedBy(args);
  const address =
    target !== undefined && BRIDGE.test(target) ? args.find((word) => /^https?:\/\//.test(word)) : undefined;
  if (address !== undefined) return nameOfAddress(address);
  return nameOfPackage(target ?? '') || nameOfPackage(directory ?? '') || (target === undefined ? program : '');
}

function startedBy(args: readonly string[]): { target?: string; directory?: string } {
  let directory: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    const value = args[index + 1];
    if (DIRECTORY.test(word)) directory = value;
    if ((word === '-m' || word === '--module' || word === '-jar') && value !== undefined) return { target: value };
    if (VALUED.test(word)) index += 1;
    else if (!word.startsWith('-') && !SUBCOMMANDS.test(word) && !RUNNERS.test(programOf(word)))
      return { target: word, ...(directory === undefined ? {} : { directory }) };
  }
  return directory === undefined ? {} : { directory };
}

/** A package, image, module or path without the parts common to all server names. */
export function nameOfPackage(text: string): string {
  const plain = text
    .slice(0, 1000)
    .replace(/^(?:git\+|jsr:|npm:|github:|file:)+/, '')
    .replace(/^https?:\/\/[^/]*\//, '')
    .replace(/(?:@sha256:.*|==.*|>=.*|\[.*|#.*)$/s, '')
    .replace(/(?<=[^/\\])[@:][^/\\@:]*$/, '')
    .replace(/\.git$/, '');
  for (const part of plain.split(/[\\/]/).toReversed()) {
    const words = part.replace(/^@/, '').replace(EXTENSION, '').split(/[-_]+/);
    const kept = words.filter((word) => !/^(?:mcp|mcps|server|servers)?$/i.test(word));
    if (kept.some((word) => !EMPTY_WORDS.test(word))) return kept.join('-').toLowerCase();
  }
  return '';
}

/** The service name for a URL: `https://mcp.linear.app/sse` is `linear`. */
function nameOfAddress(address: string): string {
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
