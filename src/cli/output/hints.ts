import type { Option } from 'commander';
import type { ErrorCode, ErrorData, PlugboardError } from '../../model/diagnostics/error.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { shownPath } from '../../model/short-path.ts';
import { switchCommand } from '../../model/switch-command.ts';

/** The options of the failed command, by long name. */
type Options = ReadonlyMap<string, Option>;

type Hints = { readonly [C in ErrorCode]?: (data: ErrorData<C>, options: Options) => string | undefined };

/** Remedies by error code. An option is only suggested if the command has it. */
const hints: Hints = {
  'server-exists': (_, options) => {
    if (options.has('--rename'))
      return 'use --overwrite to replace it, --skip to leave it as it is, or --rename to choose a free name';
    return options.has('--overwrite') ? 'use --overwrite to replace it, or another name' : 'choose another name';
  },
  'server-referenced': (_, options) =>
    options.has('--references') ? 'use --references rewrite to change them too, or --force to leave them' : undefined,
  'switch-without-effect': ({ name, on, place }, options) =>
    options.has('--in') ? `switch it there: ${switchCommand(on ? 'enable' : 'disable', name, place)}` : undefined,
  'server-invalid': ({ fix }) => fix,
  'server-unknown': () => 'plugboard list shows all of them',
  'server-elsewhere': ({ name, places, scope }, options) => {
    const option = options.get('--in') ?? options.get('--from');
    return option
      ? suggestPlaces(places, option)
      : `copy it there first: plugboard copy ${quoteWord(name)} --from ${places[0]} --to catalog${scope === 'project' ? ':project' : ''}`;
  },
  'no-servers': ({ isCatalog }) => (isCatalog ? 'fill it with: plugboard import' : 'plugboard list shows all servers'),
  'source-missing': ({ source, near }) => {
    if (near !== undefined) return `did you mean ${near}?`;
    return /[/\\.]/.test(source) ? undefined : 'use a client (plugboard clients lists them) or a file';
  },
  'profile-unknown': ({ known }) =>
    known.length > 0
      ? `use one of ${known.join(', ')}`
      : 'create one with: plugboard profile create <profile> <servers...>',
  'profile-exists': ({ name }) => `change it with: plugboard profile edit ${quoteWord(name)}`,
  'set-unknown': () => 'plugboard sets lists them; create one with: plugboard sets create <set> <servers...>',
  'config-directory-missing': () =>
    'use another one with --config-dir, or create a set there: plugboard sets create <set> <servers...>',
  'registry-inputs-invalid': ({ command }) => `complete this and run it: ${command}`,
  'registry-no-index': ({ registry }) => `fill it with: plugboard registry refresh --registry ${quoteWord(registry)}`,
  'registry-unreachable': () =>
    'check the address and your network. Once plugboard registry refresh has filled the index, search works offline',
  'registry-server-unknown': () => 'search for it with: plugboard registry search <words...>',
  'program-missing': ({ install }) => `install it with: ${install}`,
  'set-exists': ({ name, link }, options) => {
    if (link !== undefined) return `remove the link first: plugboard sets remove ${quoteWord(name)}`;
    return options.has('--overwrite') ? 'use --overwrite to replace it' : 'choose another name';
  },
  'set-unusable': ({ file, fix, isByPath, name }) => {
    const where = isByPath
      ? `edit ${quoteWord(shownPath(file))}`
      : `edit it with: plugboard sets edit ${quoteWord(name)}`;
    return fix === undefined ? where : `${fix}; ${where}`;
  },
  'server-ambiguous': ({ places }) => `use only one of them: ${places.map(quoteWord).join(' or ')}`,
  'file-exists': (_, options) => (options.has('--overwrite') ? 'use --overwrite to replace it' : 'move it away first'),
  'catalog-exists': () => 'sync it with: plugboard sync',
  'backup-missing': () => 'plugboard backup lists the backups',
  'history-missing': ({ id }) => (id === undefined ? undefined : 'plugboard history lists the changes'),
  'approval-denied': ({ fingerprint }) =>
    fingerprint === undefined
      ? undefined
      : `if it is to be used again: plugboard approvals forget ${fingerprint.slice(0, 12)}`,
  'deny-without-effect': ({ fingerprints }) =>
    `forget the approvals: plugboard approvals forget ${fingerprints.map((one) => one.slice(0, 12)).join(' ')}`,
  'approval-unknown': () => 'plugboard approve lists servers that need approval; plugboard approvals lists decisions',
  'tool-unknown': ({ server }) => `plugboard tools ${server} lists them`,
  'tool-not-accepted': ({ server }, options) => {
    const steps = `see what changed: plugboard tools ${server}; accept it: plugboard reload ${server} --accept`;
    return options.has('--allow-changed') ? `${steps}; call it as it is now: --allow-changed` : steps;
  },
  'prompt-unknown': ({ server }) => `plugboard prompts ${server} lists them`,
  'arguments-invalid': ({ usage }) => usage,
  'lock-missing': () => 'create it with: plugboard lock',
  'lock-differs': ({ name }) => `see what changed: plugboard lock --update ${quoteWord(name)} --dry-run`,
  'lock-outdated': () => 'see what changed: plugboard lock --update --dry-run',
  'page-not-served': () => 'start it with: plugboard ui',
  'plan-unknown': () => 'plugboard plans lists them',
  'plan-outdated': () => 'ask the assistant for a new plan',
  'consent-needed': ({ id }) => `run it at a terminal: plugboard plans apply ${id}`,
  'place-unsafe': ({ remedy }) => remedy,
  'current-directory-missing': () => 'change to another directory, or name one with --cwd',
  'path-undecodable': ({ what }) =>
    what === 'home' ? 'set HOME to another directory' : 'rename it, or name another one with --cwd',
  conflict: () => 'run the command again to see the file as it is now',
};

/** Lists places in a form to be copied into the next command line. */
function suggestPlaces(places: readonly string[], option: Option): string {
  const takesSeveral = option.flags.includes('<clients>');
  if (places.length === 1 || !takesSeveral) return `use ${places.map((one) => `${option.long} ${one}`).join(' or ')}`;
  return `use ${option.long} ${places.join(',')}, or only some of them`;
}

export function hintFor(error: PlugboardError, options: readonly Option[]): string | undefined {
  const hint = hints[error.code] as ((data: unknown, options: Options) => string | undefined) | undefined;
  return hint?.(error.data, new Map(options.map((option) => [option.long ?? option.flags, option])));
}
