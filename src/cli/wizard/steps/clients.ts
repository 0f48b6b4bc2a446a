import { clients as registry } from '../../../clients/registry.ts';
import type { Client } from '../../../clients/types.ts';
import { findClients } from '../../../discovery/find-clients.ts';
import { scopesOf } from '../../../manage/plan/defined-targets.ts';
import type { Host } from '../../../model/host.ts';
import { type Scope, writableScopes } from '../../../model/scope.ts';
import { reasonAgainst, scopeFor } from '../chosen-targets.ts';
import { wantedOf } from '../defined-servers.ts';
import type { Draft } from '../draft.ts';
import { type Answer, type Choice, isAnswered } from '../questions.ts';
import type { Step } from '../step.ts';
import type { WizardContext } from '../wizard-context.ts';

const ALL = 'all';

export const clients: Step<WizardContext> = {
  topic: 'clients',
  applies: () => true,
  async ask(draft, context) {
    const clear = context.questions.mark();
    const here = await clientsHere(context.host);
    const others = Object.values(registry).filter((client) => !here.includes(client));
    const shown = draft.allClients ? [...here, ...others] : here;
    const choices: Choice<Client | typeof ALL>[] = shown.map((client) => choiceOf(client, draft));
    const possible = shown.filter((client) => reasonAgainst(client, draft) === undefined);
    const more = {
      value: ALL,
      label: `Show ${others.length} more`,
      hint: 'clients not found on this machine',
    } as const;
    const chosen = await context.questions.chooseSeveral({
      message: 'Where should it be defined?',
      choices: draft.allClients ? choices : [...choices, more],
      initial: (draft.clients ?? possible.slice(0, 1)).filter((client) => possible.includes(client)),
    });
    if (!isAnswered(chosen)) return chosen;
    const answered = { ...draft, clients: chosen.filter((client) => client !== ALL) };
    if (!chosen.includes(ALL)) return answered;
    clear();
    return clients.ask({ ...answered, allClients: true }, context);
  },
};

/** The catalog of Plugboard, and the clients on this machine. */
async function clientsHere(host: Host): Promise<Client[]> {
  const found = await findClients(host);
  const installed = found.filter(({ installed, client }) => installed && client !== registry.canonical);
  return [registry.canonical, ...installed.map(({ client }) => client)];
}

function choiceOf(client: Client, draft: Draft): Choice<Client> {
  const why = reasonAgainst(client, draft);
  if (why !== undefined) return { value: client, label: client.name, hint: why, disabled: true };
  if (client !== registry.canonical) return { value: client, label: client.name };
  return { value: client, label: 'Plugboard catalog', hint: 'a source to copy from; clients do not read it' };
}

const scopeHelp: Readonly<Partial<Record<Scope, string>>> = {
  user: 'You, in every project (user)',
  project: 'Everyone who works in this directory (project)',
  local: 'You, in this directory only (local)',
};

export const scope: Step<WizardContext> = {
  topic: 'scope',
  applies: ({ clients = [] }) => scopesAmong(clients).length > 1,
  async ask(draft, { questions }) {
    const { clients = [] } = draft;
    const answer: Answer<Scope> = await questions.choose({
      message: 'Which scope?',
      choices: scopesAmong(clients).map((value) => {
        const rest = clients.filter((client) => !scopesOf(client).includes(value));
        const stay = rest.map((client) => `${client.name} only has ${scopeFor(client, value)}`).join(', ');
        return { value, label: scopeHelp[value] ?? value, ...(stay === '' ? {} : { hint: stay }) };
      }),
      initial: draft.scope ?? wantedOf(draft)[0]?.scope,
    });
    return isAnswered(answer) ? { ...draft, scope: answer } : answer;
  },
};

function scopesAmong(clients: readonly Client[]): Scope[] {
  return writableScopes.filter((scope) => clients.some((client) => scopesOf(client).includes(scope)));
}
