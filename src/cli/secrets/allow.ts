import type { Command } from 'commander';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { consentText } from '../../model/text/consent.ts';
import { visible } from '../../model/visible.ts';
import { describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import { type SecretRequest, requestsOf } from '../../secrets/requests.ts';
import { giveSecrets } from '../../store/vault/grants.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export function setUpAllow(secrets: Command, context: CommandContext): void {
  const allow = secrets
    .command('allow')
    .description(
      'Give a server of a project, a launcher written by hand, or a refused start the secrets that it asks for.',
    );
  withExamples(allow, 'secrets allow github', 'secrets allow github --dry-run', 'secrets allow github 1f0c9d2e --yes')
    .argument('<server>', 'server to give them to')
    .argument('[id]', 'id of the start to allow, as listed, if several ask')
    .action((server: string, id: string | undefined) => allowStart(server, id, context));
}

async function allowStart(server: string, id: string | undefined, context: CommandContext): Promise<void> {
  const { host, output, globals } = context;
  const asked = await requestsFor(host, server, id);
  for (const request of asked) for (const line of linesFor(request, server, context)) output.talk(line);
  if (globals.dryRun) {
    if (output.json) return output.data({ given: asked.map((one) => asData(server, one)), written: false });
    const rest = asked.length > 1 ? `, one of these: ${choices(server, asked)}` : '.';
    return output.print(`${output.mark('ok')} Would give ${visible(server)} its secrets${rest}`);
  }
  const chosen = await chosenOf(asked, server, context);
  if (!chosen) return output.talk('Nothing given.');
  await giveSecrets(host, chosen.grants);
  if (output.json) return output.data({ given: [asData(server, chosen)], written: true });
  output.print(`${output.mark('ok')} Gave ${visible(server)} its secrets.`);
}

async function requestsFor(host: Host, server: string, id: string | undefined): Promise<SecretRequest[]> {
  const all = await requestsOf(host, server);
  if (all.length === 0) throw new PlugboardError('usage', { message: `"${server}" asks for no secret that it lacks` });
  const asked = id === undefined ? all : all.filter((one) => one.id === id);
  if (asked.length > 0) return asked;
  throw new PlugboardError('usage', { message: `"${server}" has no request ${id ?? ''}: ${choices(server, all)}` });
}

/** One consent is for one start: what was recorded may be of someone else. */
async function chosenOf(
  asked: readonly SecretRequest[],
  server: string,
  { interactive, globals }: CommandContext,
): Promise<SecretRequest | undefined> {
  if (interactive && !globals.yes) return askFor(asked);
  const [only, ...others] = asked;
  if (others.length > 0) {
    const what = `${asked.length} different starts of "${server}" ask for secrets`;
    throw new PlugboardError('usage', { message: `${what}. Choose one: ${choices(server, asked)}` });
  }
  if (!globals.yes) throw new PlugboardError('usage', { message: 'Not a terminal, so this needs --yes' });
  return only;
}

function choices(server: string, asked: readonly SecretRequest[]): string {
  return asked.map(({ id }) => `plugboard secrets allow ${quoteWord(server)} ${id}`).join(', ');
}

async function askFor(asked: readonly SecretRequest[]): Promise<SecretRequest | undefined> {
  const { choose, confirm } = await import('../input/ask.ts');
  const [only, ...others] = asked;
  if (others.length === 0) return (await confirm('Give it these secrets?')) ? only : undefined;
  const options = asked.map(({ id, secrets }) => ({ value: id, label: id, hint: consentText(secrets.join(', ')) }));
  const none = { value: 'none', label: 'None', hint: 'nothing is given' };
  const id = await choose('Which one gets these secrets?', [...options, none]);
  return asked.find((one) => one.id === id);
}

/** Everything that the grant binds, unmasked: what is not shown cannot be agreed to. */
function linesFor(request: SecretRequest, server: string, { host }: CommandContext): string[] {
  const { id, secrets, defined, line, differs = [] } = request;
  const rows = defined ? definedRows(server, defined, host) : refusedRows(line);
  const more = differs.length > 0 ? [`differs  ${differs.join('; ')}`] : [];
  return [
    consentText(`${id}  ${defined ? 'A definition' : 'A start that was refused'} asks for ${secrets.join(', ')}`),
    ...[...rows, ...startRows(request), ...more].map((row) => `  ${consentText(row)}`),
  ];
}

/** As it is shown for its approval, which has its own fingerprint. */
function definedRows(name: string, { server, origin }: NonNullable<SecretRequest['defined']>, host: Host): string[] {
  const { lines, fingerprint } = describeForApproval({ name, server, origin }, host.env);
  return lines.filter((text) => !text.endsWith(fingerprint));
}

function refusedRows(line: SecretRequest['line']): string[] {
  if (!line) return [];
  const places = Object.entries(line.env).map(([name, text]) => `with  ${name}=${text}`);
  return [`runs  ${line.words.map((word) => quoteWord(word)).join(' ')}`, ...places];
}

/** What is found in the environment beside the definition: programs, variables and directories. */
function startRows({ starts }: SecretRequest): string[] {
  const rows = starts.flatMap(({ start, values }) => [
    ...Object.entries(start.programs).map(
      ([name, files]) => `program  ${name} is ${[...new Set(files)].join(', which is ')}`,
    ),
    ...Object.keys(start.env).map(
      (name) => `loads  ${name}${Object.hasOwn(values, name) ? `=${values[name]}` : ' is set'}`,
    ),
    ...(start.directory === undefined ? [] : [`starts in  ${start.directory}`]),
    `home  ${start.home}`,
  ]);
  return [...new Set(rows)];
}

function asData(name: string, { id, defined, line, starts, secrets, differs }: SecretRequest): Record<string, unknown> {
  const { file, client, project } = defined?.origin ?? {};
  return {
    id,
    server: name,
    file,
    client,
    project,
    definition: defined?.server,
    line,
    secrets,
    differs,
    starts: starts.map(({ start, values }) => ({ ...start, env: values })),
  };
}
