import { dirname, isAbsolute, resolve } from 'node:path';
import { loadFormat } from '../../../formats/index.ts';
import { nearestRange } from '../../../formats/nearest-range.ts';
import type { Document } from '../../../formats/types.ts';
import { ViewError, viewOf, type ViewParams } from '../../../gateway/catalog/view-text.ts';
import { isLoopbackHost } from '../../../gateway/http/listen/peers.ts';
import { closest } from '../../../model/closest.ts';
import { diagnostic, type Diagnostic, isError } from '../../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import type { Host } from '../../../model/host.ts';
import { checkValue } from '../../../model/schema/check-value.ts';
import { pathIn } from '../../../model/schema/pointer-path.ts';
import { isMap, type Path, type Value } from '../../../model/value.ts';
import { expandVariables } from '../../../runtime/values/expand-variables.ts';
import { readText } from '../../../store/read/read-text.ts';
import type { GatewayConfig } from './gateway-config.ts';
import { gatewaySchema } from './gateway-schema.ts';

/** Reads `gateway.json`. Throws `document-malformed` with all problems and their positions. */
export async function readGatewayConfig(host: Host, given: string): Promise<GatewayConfig> {
  const file = isAbsolute(given) ? given : resolve(host.cwd, given);
  const read = await readText(host, file);
  if ('problem' in read) throw invalid([read.problem]);
  const document = (await loadFormat('jsonc')).parse(read.text);
  const syntax = document.diagnostics.filter(isError).map((one) => ({ ...one, file }));
  if (syntax.length > 0) throw invalid(syntax);
  const problems: Problem[] = [];
  const expanded = expand(document.value ?? null, [], host, (problem) => problems.push(problem));
  for (const { at, message } of checkValue(expanded, gatewaySchema))
    problems.push({ path: pathIn(at, expanded), message });
  if (problems.length === 0) problems.push(...meaningProblems(expanded as GatewayConfig));
  if (problems.length > 0) throw invalid(problems.map((problem) => placed(problem, document, file)));
  return withAbsolutePaths(expanded as GatewayConfig, dirname(file));
}

interface Problem {
  readonly path: Path;
  readonly message: string;
}

function invalid(diagnostics: readonly Diagnostic[]): PlugboardError<'document-malformed'> {
  return new PlugboardError('document-malformed', { diagnostics });
}

/** Replaces references such as `${TOKEN}` in all texts. */
function expand(value: Value, path: Path, host: Host, report: (problem: Problem) => void): Value {
  if (typeof value === 'string') {
    const { text, missing } = expandVariables(value, host.env);
    for (const name of new Set(missing)) report({ path, message: `The variable ${name} is not set.` });
    return text;
  }
  if (Array.isArray(value)) return value.map((one, index) => expand(one, [...path, index], host, report));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, expand(one, [...path, key], host, report)]),
  );
}

/** Problems that a schema cannot express. */
function meaningProblems({ listen = {}, auth, views = {} }: GatewayConfig): Problem[] {
  const { cert, key, publicUrl } = listen;
  const isHalf = (cert === undefined) !== (key === undefined);
  return [
    ...Object.entries(views).flatMap(([name, params]) => viewProblems(name, params)),
    ...groupProblems(auth?.oauth?.groups ?? [], Object.keys(views)),
    ...(isHalf ? [{ path: ['listen'], message: 'cert and key are needed together.' }] : []),
    ...urlProblems(['listen', 'publicUrl'], publicUrl),
    ...issuerProblems(auth?.oauth?.issuer),
  ];
}

function viewProblems(name: string, params: ViewParams): Problem[] {
  try {
    viewOf(params);
    return [];
  } catch (error) {
    if (!(error instanceof ViewError)) throw error;
    return [{ path: ['views', name], message: `${error.message}.` }];
  }
}

function groupProblems(groups: readonly { readonly view?: string }[], names: readonly string[]): Problem[] {
  return groups.flatMap(({ view }, index) => {
    if (view === undefined || names.includes(view)) return [];
    const near = closest(view, names);
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
    return [{ path: ['auth', 'oauth', 'groups', index, 'view'], message: `There is no view "${view}".${hint}` }];
  });
}

function urlProblems(path: Path, url: string | undefined): Problem[] {
  return url === undefined || isWebUrl(url) ? [] : [{ path, message: 'This must be an http or https URL.' }];
}

function issuerProblems(issuer: string | undefined): Problem[] {
  if (issuer === undefined || isIssuerUrl(issuer)) return [];
  return [{ path: ['auth', 'oauth', 'issuer'], message: `This must be ${ISSUER_URL}.` }];
}

export const ISSUER_URL = 'an https URL, or an http URL of this machine';

/** Keys that are read without encryption could be anyone's, so they are not read. */
export function isIssuerUrl(text: string): boolean {
  return isWebUrl(text) && (new URL(text).protocol === 'https:' || isLoopbackHost(new URL(text).hostname));
}

export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function placed({ path, message }: Problem, document: Document, file: string): Diagnostic {
  const range = nearestRange(document, path);
  const where = { file, path, ...(range && { range }) };
  return diagnostic('gateway-config', { at: path.join('.'), problem: message }, where);
}

/** Relative to the directory of the file, wherever the gateway is started. */
function withAbsolutePaths(config: GatewayConfig, directory: string): GatewayConfig {
  const { listen, audit } = config;
  const { cert, key } = listen ?? {};
  return {
    ...config,
    ...(listen && {
      listen: {
        ...listen,
        ...(cert !== undefined && { cert: resolve(directory, cert) }),
        ...(key !== undefined && { key: resolve(directory, key) }),
      },
    }),
    ...(audit?.file !== undefined &&
      audit.file !== '-' && { audit: { ...audit, file: resolve(directory, audit.file) } }),
  };
}
