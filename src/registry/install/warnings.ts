import { isConfusable } from '../../model/confusable.ts';
import { packagesOf } from '../../model/packages/fetched-package.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { LEADS_ELSEWHERE, LOADS_CODE } from '../../model/shell/risky-variables.ts';
import type { RegistryEntry } from '../server-json/server-json.ts';
import type { Offer } from './offers.ts';
import { type CommandKind, runtimeOf } from './runtime-words.ts';

/** What a person should know before a server is installed. `what` names the part that it is about. */
export interface InstallWarning {
  readonly code:
    | 'deleted'
    | 'deprecated'
    | 'look-alike'
    | 'confusable'
    | 'unpinned'
    | 'shell'
    | 'install-scripts'
    | 'loads-code'
    | 'leads-elsewhere'
    | 'package-place'
    | 'runtime-ignored'
    | 'container-access'
    | 'plain-http'
    | 'bundle-unsigned'
    | 'bundle-signed'
    | 'bundle-signature-invalid'
    | 'new';
  readonly what: string;
}

/** Younger versions are pointed out: a malicious one is usually found within days. */
const NEW_MS = 3 * 24 * 60 * 60 * 1000;

const SHELL = /^(?:.*[/\\])?(?:(?:ba|z|da|fi|k|c|tc)?sh|cmd|powershell|pwsh)(?:\.exe)?$/i;
const CONTAINER =
  /^(?:-v.*|(?:--privileged|--cap-add|--device|--pid|--ipc|--userns|--security-opt|--volumes?(?:-from)?|--mount|--network|--net|--env-file)(?:=.*)?)$/;
/** Where each kind of package is fetched from unless the tools of the user are configured otherwise. */
const usualPlaces: Readonly<Record<string, RegExp>> = {
  npm: /^https:\/\/registry\.npmjs\.org\/?$/,
  pypi: /^https:\/\/(?:pypi\.org|files\.pythonhosted\.org)(?:\/simple)?\/?$/,
  nuget: /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json|\/v3)?\/?$/,
};

/** Warnings that the document and the definition made from it give. */
export function warningsFor(
  { server: document, status, statusMessage, publishedAt }: RegistryEntry,
  offer: Offer,
  server: Server,
  now: Date,
): InstallWarning[] {
  const texts = [document.name, document.title ?? '', offer.kind === 'package' ? offer.package.identifier : ''];
  const published = Date.parse(publishedAt ?? '');
  return [
    ...(status === 'active' ? [] : [{ code: status, what: statusMessage ?? '' }]),
    ...texts.filter(isConfusable).map((what): InstallWarning => ({ code: 'confusable', what })),
    ...(now.getTime() - published < NEW_MS ? [{ code: 'new' as const, what: publishedAt ?? '' }] : []),
    ...(offer.kind === 'package' ? packageWarnings(offer, server) : []),
    ...addressWarnings(server),
    ...variableWarnings(server),
  ];
}

function packageWarnings(offer: Extract<Offer, { kind: 'package' }>, server: Server): InstallWarning[] {
  const { registryBaseUrl, registryType } = offer.package;
  const kind = registryType.toLowerCase();
  const usual = usualPlaces[kind];
  const args = server.args ?? [];
  const ignored = kind === 'mcpb' ? undefined : runtimeOf(kind as CommandKind, offer.package).ignored;
  const fetched = packagesOf(server);
  return [
    ...fetched.filter(({ pinned }) => !pinned).map(({ name }): InstallWarning => ({ code: 'unpinned', what: name })),
    ...fetched
      .filter(({ isRedirected }) => isRedirected)
      .map(({ name }): InstallWarning => ({ code: 'package-place', what: name })),
    ...(registryBaseUrl !== undefined && usual && !usual.test(registryBaseUrl)
      ? [{ code: 'package-place' as const, what: registryBaseUrl }]
      : []),
    ...(ignored === undefined ? [] : [{ code: 'runtime-ignored' as const, what: ignored }]),
    ...[server.command ?? '', ...args]
      .filter((word) => SHELL.test(word))
      .map((what): InstallWarning => ({ code: 'shell', what })),
    ...(kind === 'oci'
      ? args.filter((word) => CONTAINER.test(word)).map((what): InstallWarning => ({ code: 'container-access', what }))
      : []),
  ];
}

function addressWarnings(server: Server): InstallWarning[] {
  const { url = '' } = server;
  if (inferTransport(server) === 'stdio' || !/^http:/i.test(url)) return [];
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return /^(?:localhost|127\.|\[::1\])/.test(host) ? [] : [{ code: 'plain-http', what: url }];
}

function variableWarnings({ env = {} }: Server): InstallWarning[] {
  return Object.keys(env).flatMap((what): InstallWarning[] => [
    ...(LOADS_CODE.test(what) ? [{ code: 'loads-code' as const, what }] : []),
    ...(LEADS_ELSEWHERE.test(what) ? [{ code: 'leads-elsewhere' as const, what }] : []),
  ]);
}
