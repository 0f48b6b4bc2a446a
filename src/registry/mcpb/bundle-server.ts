import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, setOwn } from '../../model/value.ts';
import type { InputValues, RequestedInput } from '../install/inputs.ts';
import { BundleError } from './bundle-error.ts';
import type { BundleManifest, UserSetting } from './manifest.ts';

/** The values that a bundle asks its user for. */
export function bundleInputs({ user_config: settings = {} }: BundleManifest): RequestedInput[] {
  return Object.entries(settings).map(([id, setting]): RequestedInput => {
    const { type, title, description, required = false, sensitive = false, multiple = false } = setting;
    const [usual] = defaultsOf(setting);
    return {
      id,
      kind: 'variable',
      description: description === undefined ? title : `${title}: ${description}`,
      isRequired: required,
      isSecret: sensitive,
      isRepeated: multiple,
      format: type === 'file' || type === 'directory' ? 'filepath' : type,
      ...(usual !== undefined && !usual.includes('${') && { default: usual }),
    };
  });
}

function defaultsOf({ default: usual }: UserSetting): string[] {
  return usual === undefined ? [] : [usual].flat().map(String);
}

/** Where a bundle is, and what it runs on. */
export interface BundlePlace {
  /** Absolute, with forward slashes. */
  readonly directory: string;
  readonly platform: Host['platform'];
  readonly home: string;
}

/**
 * The definition that starts a bundle from its directory. A manifest contains texts and its own variables, not
 * references: it must not read variables of the user.
 */
export function bundleServer(manifest: BundleManifest, values: InputValues, place: BundlePlace): Server {
  const { platforms } = manifest.compatibility ?? {};
  if (platforms && !platforms.includes(place.platform)) throw new BundleError('platform', platforms.join(', '));
  const { platform_overrides: overrides = {}, ...usual } = manifest.server.mcp_config;
  const own = getOwn(overrides as Record<string, typeof usual>, place.platform) ?? {};
  const { command, args = [], env = {} } = { ...usual, ...own };
  const fill = filler(manifest, values, place);
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const [filled] = fill(`env.${name}`, value);
    if (filled !== undefined && filled !== '') setOwn(variables, name, filled);
  }
  const [program = ''] = fill('command', command);
  checkInside(program, place.directory);
  return {
    command: program,
    args: args.flatMap((arg, index) => fill(`args.${index}`, arg)),
    ...(Object.keys(variables).length > 0 && { env: variables }),
  };
}

type Fill = (field: string, template: string) => string[];

const VARIABLE = /\$\{([^{}]*)\}/g;

function filler(manifest: BundleManifest, values: InputValues, place: BundlePlace): Fill {
  const { home, directory } = place;
  const known: Readonly<Record<string, string>> = {
    __dirname: directory,
    HOME: home,
    DESKTOP: `${home}/Desktop`,
    DOCUMENTS: `${home}/Documents`,
    DOWNLOADS: `${home}/Downloads`,
    '/': '/',
    pathSeparator: '/',
  };
  const withoutReferences = (field: string, template: string): string => {
    checkText(
      field,
      template.replaceAll(VARIABLE, (whole, name: string) => (isKnown(known, name) ? '' : whole)),
    );
    return template.replaceAll(VARIABLE, (_, name: string) => known[name] ?? '');
  };
  const settings = manifest.user_config ?? {};
  const valuesOf = (field: string, name: string): string[] => {
    const setting = getOwn(settings as Record<string, UserSetting>, name);
    if (!setting) throw new BundleError('reference', field);
    const given = (values.get(name) ?? []).filter((one) => one !== '');
    return given.length > 0 ? given : defaultsOf(setting).map((one) => withoutReferences(field, one));
  };
  return (field, template) => {
    const whole = /^\$\{user_config\.([^{}]+)\}$/.exec(template)?.[1];
    // As an argument of its own, a setting with several values becomes several arguments, one without a value none.
    if (whole !== undefined) return valuesOf(field, whole);
    checkText(
      field,
      template.replaceAll(VARIABLE, (text, name: string) =>
        isKnown(known, name) || name.startsWith('user_config.') ? '' : text,
      ),
    );
    return [
      template.replaceAll(VARIABLE, (_, name: string) =>
        isKnown(known, name) ? (known[name] ?? '') : (valuesOf(field, name.slice('user_config.'.length))[0] ?? ''),
      ),
    ];
  };
}

function isKnown(known: Readonly<Record<string, string>>, name: string): boolean {
  return Object.hasOwn(known, name);
}

/** Clients know further spellings of references. */
function checkText(field: string, text: string): void {
  if (/\$\{|\$\(|`|^!|\{(?:env|file|input|secrets?|command|config|op|vault):|^op:\/\/|[\r\n\0]/i.test(text))
    throw new BundleError('reference', field);
}

/** A program of the bundle must be in it. */
function checkInside(program: string, directory: string): void {
  if (!program.startsWith(`${directory}/`) && !/[/\\]/.test(program)) return;
  const parts = program.slice(directory.length + 1).split(/[/\\]/);
  if (!program.startsWith(`${directory}/`) || parts.includes('..')) throw new BundleError('reference', 'command');
}
