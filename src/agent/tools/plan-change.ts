import * as z from 'zod';
import { copyApproval } from '../../live/approvals/project-servers.ts';
import {
  type ChangeRequest,
  changeRequest,
  definitionShape,
  refuseMasks,
  refuseMeanings,
} from '../../manage/pending/change-request.ts';
import { planChange as makePlan } from '../../manage/pending/pending-change.ts';
import { warningWords } from '../../manage/registry/warning-words.ts';
import { creates } from '../../mcp/annotations.ts';
import { CallFailure } from '../../mcp/failure.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import { planData } from '../plan-data.ts';
import { type Data, tool } from './tool.ts';

const input = z.object({
  action: z.enum(['add', 'update', 'remove', 'enable', 'disable', 'rename', 'copy', 'sync', 'install']),
  server: z.string().min(1).max(200).optional(),
  definition: definitionShape
    .optional()
    .describe('For add and update, as in get_server. update merges; null removes. Refer to secrets as ${NAME}.'),
  to: z.array(z.string()).optional().describe('Places: client, client:scope, or catalog.'),
  from: z.string().optional().describe('Place to copy from.'),
  newName: z.string().optional(),
  registryName: z.string().optional().describe('For install, from search_registry.'),
  inputs: z.record(z.string(), z.string()).optional().describe('For install. Secrets become ${NAME}.'),
});

export const planChange = tool({
  name: 'plan_change',
  title: 'Plan a change',
  description:
    'Plan a change of servers and return its diff, losses and warnings. Writes nothing: show it to the user, then call apply_plan with planId. sync brings clients in line with the catalog.',
  annotations: creates,
  input,
  output: z.looseObject({
    planId: z.string().optional(),
    title: z.string(),
    changes: z.array(z.unknown()),
    losses: z.array(z.unknown()),
    warnings: z.array(z.unknown()),
  }),
  async run(given, call) {
    const { host } = call;
    const { request, warnings } = given.action === 'install' ? await installIn(host, given) : requestIn(given);
    const { plan, pending } = await makePlan(host, request, {
      askedBy: call.askedBy,
      warnings: warnings.map(({ message }) => message),
    });
    await requireApproved(host, plan);
    const shown = planData(plan, host);
    const data = { ...shown, warnings: [...(shown['warnings'] as Data[]), ...warnings] };
    if (!pending) return { ...data, next: 'Nothing would change.' };
    return {
      planId: pending.id,
      ...data,
      next: 'Show the changes to the user, then call apply_plan. It asks for consent.',
    };
  },
});

interface Requested {
  readonly request: ChangeRequest;
  /** What the registry's document gives reason to say. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** Asks the registry. Secrets are never given as values, but as references to variables that the user sets. */
async function installIn(host: Host, given: z.infer<typeof input>): Promise<Requested> {
  const { registryName, inputs = {}, server, to } = given;
  if (registryName === undefined || !to) throw invalid('install', 'registryName and to are required');
  refuseMasks(inputs);
  refuseMeanings({ env: inputs });
  const { prepareInstall } = await import('../../manage/registry/prepare-install.ts');
  const prepared = await prepareInstall(host, {
    name: registryName,
    inputs: new Map(Object.entries(inputs).map(([id, value]) => [id, [value]])),
    ...(server !== undefined && { as: server }),
    ask: async (missing) =>
      new Map(missing.filter(({ isSecret }) => isSecret).map(({ id }) => [id, [`\${${variableFor(id)}}`]])),
  });
  const { name, server: definition, found } = prepared;
  const request = { action: 'install', server: name, definition, registryName: found.name, version: found.version, to };
  return {
    request: changeRequest.parse(request),
    warnings: prepared.warnings.map((one) => ({ code: one.code, message: warningWords(one) })),
  };
}

function variableFor(id: string): string {
  return id
    .replaceAll(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();
}

/** The arguments that belong to the action; others are an error, because they would have no effect. */
export function requestIn(given: Readonly<Record<string, unknown>>): Requested {
  const present = Object.fromEntries(
    Object.entries(given).filter(([key, value]) => value !== undefined && key !== 'maxChars'),
  );
  const { data, error } = changeRequest.safeParse(present);
  if (data) return { request: data, warnings: [] };
  const problems = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw invalid(String(given['action']), problems.join('; '));
}

function invalid(action: string, problems: string): CallFailure {
  return new CallFailure('INVALID_INPUT', `Invalid arguments for ${action}: ${problems}.`, [
    'add needs server, definition and to; update server and definition; rename server and newName; copy server and to; install registryName and to; sync only to.',
  ]);
}

/** Copies of project servers that a client would start are refused at once, not only when they are written. */
async function requireApproved(host: Host, { copies = [] }: Plan): Promise<void> {
  const { isApproved } = copyApproval(host);
  for (const copy of copies)
    if (copy.startedBy !== undefined && !(await isApproved(copy)))
      throw new PlugboardError('approval-needed', { name: copy.name });
}
