import { isConfusable } from '../../model/confusable.ts';
import type { EffectiveField } from '../../model/fields/effective-fields.ts';
import { packageOf } from '../../model/packages/fetched-package.ts';
import { LEADS_ELSEWHERE, LOADS_CODE } from '../../model/shell/risky-variables.ts';
import { visible } from '../../model/visible.ts';

/** A definition as the rules see it, once as written and once with variables expanded. */
export interface Subject {
  readonly name: string;
  /** The command line, and the commands among the values. */
  readonly scripts: readonly string[];
  /** The command and its arguments. */
  readonly words: readonly string[];
  readonly url: string;
  readonly entries: readonly (readonly [name: string, value: string])[];
  /** What its fields do that only some clients know. */
  readonly beside: readonly EffectiveField['effect'][];
  readonly project: string | undefined;
  /** Whether it contains what looks like a secret, which an approval shows: it is not the user's. */
  readonly hasSecret: boolean;
  /** Every text of the definition: its name, command, URL, directory and entries. */
  readonly all: readonly string[];
}

interface Rule {
  readonly code: string;
  readonly text: string;
  readonly applies: (subject: Subject) => boolean;
}

const FETCH = /\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\b/i;
const INTERPRETERS = '(?:(?:ba|da|z|fi|k)?sh|powershell|pwsh|python[\\d.]*|node|bun|perl|ruby|php)\\b';
const INTO_INTERPRETER = new RegExp(
  `\\|\\s*(?:sudo\\s+)?(?:[\\w./~-]*/)?(?:${INTERPRETERS}|iex\\b|Invoke-Expression)`,
  'i',
);
const FETCHED_INSIDE = /(?:<\(|\$\(|`)\s*(?:curl|wget)\b/;

const ADMINISTRATOR = /(?:^|[\s;&|('"`/\\])(?:sudo|doas|pkexec|su|runas)(?:\.exe)?(?=$|[\s;&|)'"])/;
const DELETES = /(?:^|[\s;&|('"`/\\])(?:rm|rmdir|unlink|shred|mkfs[.\w]*|dd)(?:\.exe)?(?=$|[\s;&|)'"])/;
const DELETES_ELSEWHERE = /\bRemove-Item\b|\b(?:del|rd)\s+\/|\s-delete\b/i;
const CONTAINER = /\b(?:docker|podman)\b/;
const OPEN_CONTAINER = /--privileged|docker\.sock|(?:-v|--volume)[ =]['"]?\/:|--pid[ =]host/;

const PRIVATE_PLACES = new RegExp(
  [
    '(?:^|[\\s/\\\\~\'"=:,])(?:',
    '\\.ssh|\\.aws|\\.azure|\\.gnupg|\\.kube|\\.docker|\\.netrc|\\.npmrc|\\.pypirc|\\.git-credentials|\\.password-store',
    '|\\.config[/\\\\](?:gh|gcloud|op)|\\.(?:bash|zsh)_history|id_(?:rsa|ed25519|ecdsa)|Keychains|\\.mozilla',
    '|\\.claude\\.json|\\.codex[/\\\\]auth\\.json)(?=$|[\\s/\\\\\'":,])|/etc/(?:shadow|sudoers)',
  ].join(''),
);
const SCRIPT_FILE = /^(?:[\w.@-]+[/\\])*[\w.@-]+\.(?:[cm]?[jt]s|py|sh|rb|pl|php|jar|ps1|cmd|bat|exe)$/;

export const rules: readonly Rule[] = [
  {
    code: 'hidden-characters',
    text: 'It contains invisible characters, or ones that change the text direction',
    applies: ({ all }) => all.some((text) => visible(text) !== text),
  },
  {
    code: 'lookalike',
    text: 'It contains letters of other alphabets, which can imitate another name',
    applies: ({ words, url }) => [words[0] ?? '', url].some((text) => /[^\0-\u024f]/.test(text)),
  },
  {
    code: 'lookalike-name',
    text: 'Its name mixes look-alike letters of several alphabets, so it can be mistaken for another',
    applies: ({ name }) => isConfusable(name),
  },
  {
    code: 'administrator',
    text: 'It runs with administrator rights',
    applies: ({ scripts }) => scripts.some((script) => ADMINISTRATOR.test(script)),
  },
  {
    code: 'runs-download',
    text: 'It downloads code and runs it',
    applies: ({ scripts }) => scripts.some(runsDownload),
  },
  {
    code: 'deletes',
    text: 'It deletes or overwrites files',
    applies: ({ scripts }) => scripts.some((script) => DELETES.test(script) || DELETES_ELSEWHERE.test(script)),
  },
  {
    code: 'script',
    text: 'It runs a script that is part of the definition',
    applies: ({ words }) => isInlineScript(words),
  },
  {
    code: 'command-values',
    text: 'It runs commands to get some of its values',
    applies: ({ entries }) => entries.some(([, value]) => value.startsWith('!')),
  },
  {
    code: 'client-runs',
    text: 'An assistant runs a command for it, besides the server itself',
    applies: ({ beside }) => beside.includes('executes'),
  },
  {
    code: 'trusts-itself',
    text: 'It makes an assistant ask for fewer confirmations; that is left out wherever it is copied',
    applies: ({ beside }) => beside.includes('trusts'),
  },
  {
    code: 'unknown-fields',
    text: 'It has fields that Plugboard does not know, so their effect is unknown',
    applies: ({ beside }) => beside.includes('unknown'),
  },
  {
    code: 'project-code',
    text: 'It runs a file of the project, which can change without a new approval',
    applies: ({ words, project }) => project !== undefined && words.some((word) => isInProject(word, project)),
  },
  {
    code: 'unpinned',
    text: 'It downloads a package without an exact version, so each start may run different code',
    applies: ({ words: [command = '', ...args] }) => packageOf({ command, args })?.pinned === false,
  },
  {
    code: 'private-files',
    text: 'It refers to files with keys and passwords',
    applies: ({ all }) => all.some((text) => PRIVATE_PLACES.test(text)),
  },
  {
    code: 'plain-secret',
    text: 'It contains what looks like a secret in plain text, shown because it is not one of yours and could run',
    applies: ({ hasSecret }) => hasSecret,
  },
  {
    code: 'open-container',
    text: 'Its container has access to the whole machine',
    applies: ({ scripts }) => scripts.some((script) => CONTAINER.test(script) && OPEN_CONTAINER.test(script)),
  },
  {
    code: 'loads-code',
    text: 'It sets variables that make programs run other code',
    applies: ({ entries }) => entries.some(([name]) => LOADS_CODE.test(name)),
  },
  {
    code: 'leads-elsewhere',
    text: 'It sets variables that redirect network traffic or package sources, or weaken security',
    applies: ({ entries }) => entries.some(([name]) => LEADS_ELSEWHERE.test(name)),
  },
  {
    code: 'unprotected',
    text: 'The connection is not encrypted, so tokens can be intercepted',
    applies: ({ url }) => /^http:/i.test(url) && !(URL.canParse(url) && isThisMachine(new URL(url).hostname)),
  },
];

/** In two steps, so that a hostile text cannot cause catastrophic backtracking. */
function runsDownload(script: string): boolean {
  const fetched = FETCH.exec(script)?.index;
  if (FETCHED_INSIDE.test(script)) return true;
  if (fetched !== undefined && INTO_INTERPRETER.test(script.slice(fetched))) return true;
  if (/\b(?:iex|Invoke-Expression)\b/i.test(script) && fetched !== undefined) return true;
  const decoded = /\bbase64\s+(?:-d|-D|--decode)\b/.exec(script)?.index;
  return decoded !== undefined && INTO_INTERPRETER.test(script.slice(decoded));
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** An approval covers the definition, not the content of files it refers to. */
function isInProject(word: string, project: string): boolean {
  const path = word.replaceAll('\\', '/');
  const inside = `${project.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return path === '.' || /^\.{1,2}\//.test(path) || SCRIPT_FILE.test(word) || path.startsWith(inside);
}

/** Programs that run code from an argument, with the option before it. */
const interpreters: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:ba|da|z|fi|k)?sh$/, /^-[A-Za-z]*c[A-Za-z]*$/],
  [/^python[\d.]*$/, /^-[A-Za-z]*c$/],
  [/^(?:node|bun|deno|perl|ruby)$/, /^(?:-[A-Za-z]*[eEp]|--eval|--print|eval)(?:=|$)/],
  [/^php$/, /^-r$/],
  [/^(?:powershell|pwsh)$/i, /^-(?:c|Command|e|ec|EncodedCommand)$/i],
  [/^env$/, /^-S/],
];

/** Whether a command line contains the program code itself. */
function isInlineScript([command = '', ...args]: readonly string[]): boolean {
  const program = /([^/\\]+?)(?:\.exe)?$/i.exec(command)?.[1] ?? '';
  // `cmd /c npx …` only starts npx; these characters make it do more.
  if (/^cmd$/i.test(program)) return args.some((arg) => /[&|<>^]/.test(arg));
  return interpreters.some(([name, option]) => name.test(program) && args.some((arg) => option.test(arg)));
}
