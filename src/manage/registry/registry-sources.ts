import { dirname, isAbsolute, resolve } from 'node:path';
import { loadFormat } from '../../formats/index.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { isMap } from '../../model/value.ts';
import { officialRegistry } from '../../registry/api/registry-api.ts';
import { readText } from '../../store/read/read-text.ts';
import { catalogPath } from '../../store/state/catalog-path.ts';

/** A registry to read: an address that speaks the registry API, or a file or directory with `server.json` documents. */
export interface RegistrySource {
  readonly kind: 'api' | 'files';
  /** Base URL without a slash at its end, or an absolute path. */
  readonly address: string;
  /** Whether the user configured it. One that was only named for this operation confirms nothing to a policy. */
  readonly isConfigured: boolean;
}

/**
 * The registries to use, in order: those named for this operation, else PLUGBOARD_REGISTRY_URL, else `registries` of the
 * user's catalog, else the official one. The catalog of a project names none: it must not decide where servers come from.
 */
export async function registrySources(host: Host, named: readonly string[] = []): Promise<RegistrySource[]> {
  if (named.length === 0) return configured(host);
  const known = new Set((await configured(host).catch(() => [])).map(({ address }) => address));
  const sources = await Promise.all(named.map(async (one) => sourceOf(host, one, host.cwd, false)));
  return sources.map((source) => ({ ...source, isConfigured: known.has(source.address) }));
}

async function configured(host: Host): Promise<RegistrySource[]> {
  const variable = (host.env['PLUGBOARD_REGISTRY_URL'] ?? '').trim();
  if (variable !== '') return [await sourceOf(host, variable, host.cwd, true)];
  const path = catalogPath(host, 'user');
  const listed = await registriesIn(host, path);
  if (listed.length === 0) return [{ kind: 'api', address: officialRegistry, isConfigured: true }];
  return Promise.all(listed.map(async (one) => sourceOf(host, one, dirname(path), true)));
}

async function registriesIn(host: Host, path: string): Promise<readonly string[]> {
  if ((await host.fs.kindOf(path)) === undefined) return [];
  const read = await readText(host, path);
  if ('problem' in read) return [];
  const { value } = (await loadFormat('jsonc')).parse(read.text);
  const listed = isMap(value) ? value['registries'] : undefined;
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
}

async function sourceOf(host: Host, text: string, base: string, isConfigured: boolean): Promise<RegistrySource> {
  if (/^https?:\/\//i.test(text)) return { kind: 'api', address: checkedAddress(text), isConfigured };
  const plain = text.startsWith('file://') && URL.canParse(text) ? decodeURIComponent(new URL(text).pathname) : text;
  const home = /^~(?=[/\\]|$)/.test(plain) ? `${host.home}${plain.slice(1)}` : plain;
  const path = isAbsolute(home) ? home : resolve(base, home);
  const kind = await host.fs.kindOf(path);
  if (kind !== 'file' && kind !== 'directory')
    throw new PlugboardError('registry-address-invalid', {
      registry: text,
      why: 'it is neither an http(s) URL nor an existing file or directory',
    });
  return { kind: 'files', address: path.replaceAll('\\', '/'), isConfigured };
}

function checkedAddress(text: string): string {
  const fail = (why: string): never => {
    throw new PlugboardError('registry-address-invalid', { registry: text.replace(/\/\/[^/@]*@/, '//'), why });
  };
  if (!URL.canParse(text)) return fail('it is not a valid URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return fail('it must not contain a user name or a password');
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal) return fail('http is only for this machine; use https');
  // People copy the address of the API itself.
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v0(?:\.1)?(?:\/servers)?$/, '')}`;
}
