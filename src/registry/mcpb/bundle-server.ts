import type { Host } from '../../model/host.ts';
import { isOnlyText, isOnlyValueHere } from '../../model/outside-text.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, setOwn } from '../../model/value.ts';
import { type Check, checkedFilling } from '../install/filling.ts';
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
  const asText: Check = (text) => requireThat(isOnlyText(text));
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const [filled] = within(`env.${name}`, () => {
      asText(name);
      return fill(value, (text) => requireThat(isOnlyValueHere(text)));
    });
    if (filled !== undefined && filled !== '') setOwn(variables, name, filled);
  }
  const [program = ''] = within('command', () => fill(command, asText));
  checkInside(program, place.directory);
  return {
    command: program,
    args: args.flatMap((arg, index) => within(`args.${index}`, () => fill(arg, asText))),
    ...(Object.keys(variables).length > 0 && { env: variables }),
  };
}

/** The values of a template: one, or as many as a setting has that is all of it. Throws if one would be more than text. */
type FillTemplate = (template: string, check: Check) => string[];

const VARIABLE = /\$\{([^{}]*)\}/g;

function filler(manifest: BundleManifest, values: InputValues, place: BundlePlace): FillTemplate {
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
  const settings = manifest.user_config ?? {};
  const givenFor = (name: string): readonly string[] => (values.get(name) ?? []).filter((one) => one !== '');
  const defaultOf = (name: string): string[] => {
    const setting = getOwn(settings as Record<string, UserSetting>, name);
    requireThat(setting !== undefined);
    return setting ? defaultsOf(setting) : [];
  };
  // The user's own directories count as given.
  const usual = (text: string, shown: (given: string) => string): string =>
    text.replaceAll(VARIABLE, (whole, name: string) => (Object.hasOwn(known, name) ? shown(known[name] ?? '') : whole));
  return (template, check) => {
    const whole = /^\$\{user_config\.([^{}]+)\}$/.exec(template)?.[1];
    // As an argument of its own, a setting with several values becomes several arguments, one without a value none.
    if (whole !== undefined) {
      const defaults = defaultOf(whole);
      const given = givenFor(whole);
      return given.length > 0 ? [...given] : defaults.map((one) => checkedFilling((shown) => usual(one, shown), check));
    }
    const fill = (shown: (given: string) => string): string =>
      template.replaceAll(VARIABLE, (text, name: string) => {
        if (!name.startsWith('user_config.')) return usual(text, shown);
        const id = name.slice('user_config.'.length);
        const [given] = givenFor(id);
        const [first = ''] = defaultOf(id);
        return given === undefined ? usual(first, shown) : shown(given);
      });
    return [checkedFilling(fill, check)];
  };
}

/** A text that is no text, which `within` reports with its field. */
class NotText extends Error {}

function requireThat(isText: boolean): void {
  if (!isText) throw new NotText();
}

function within<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof NotText ? new BundleError('reference', field) : error;
  }
}

/** A program of the bundle must be in it. */
function checkInside(program: string, directory: string): void {
  if (!program.startsWith(`${directory}/`) && !/[/\\]/.test(program)) return;
  const parts = program.slice(directory.length + 1).split(/[/\\]/);
  if (!program.startsWith(`${directory}/`) || parts.includes('..')) throw new BundleError('reference', 'command');
}
