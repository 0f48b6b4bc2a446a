import { Hono } from 'hono';
import * as z from 'zod';
import { installInputs, proposedName } from '../../manage/registry/prepare-install.ts';
import { refreshRegistries } from '../../manage/registry/refresh-registries.ts';
import { searchRegistry } from '../../manage/registry/search-registry.ts';
import { showRegistryServer } from '../../manage/registry/show-registry-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { ApiContext } from '../api-context.ts';
import type { RegistryAnswer, RegistryInputsAnswer, RegistryServerAnswer } from '../contract/registry.ts';
import { perContext } from '../per-context.ts';
import { readQuery } from '../read-body.ts';

const whole = (most: number): z.ZodType<number> => z.coerce.number().int().min(0).max(most);

const search = z.object({
  query: z.string().max(500).default(''),
  limit: whole(100).default(20),
  offset: whole(10_000).default(0),
});

const one = z.object({
  name: z.string().min(1).max(200),
  version: z.string().max(255).optional(),
  registry: z.string().max(2000).optional(),
});

/** `GET /api/registry`, `GET /api/registry/server`, `GET /api/registry/inputs` */
export function registryRoutes(api: ApiContext): Hono {
  return new Hono()
    .get('/registry', async (context) => context.json(await answerTo(readQuery(context, search), api)))
    .get('/registry/server', async (context) => {
      const { name, version, registry } = readQuery(context, one);
      const { document: _, ...shown } = await showRegistryServer(api.host, {
        name,
        ...(version !== undefined && { version }),
        ...(registry !== undefined && { registries: [registry] }),
      });
      const answer: RegistryServerAnswer = { ...shown, proposedName: proposedName(shown.name) };
      return context.json(answer);
    })
    .get('/registry/inputs', async (context) => {
      const { name, version, registry, offer } = readQuery(context, one.extend({ offer: z.string().max(100) }));
      const request = { name, offer, ...(version !== undefined && { version }) };
      const answer: RegistryInputsAnswer = {
        inputs: await installInputs(api.host, {
          ...request,
          ...(registry !== undefined && { registries: [registry] }),
        }),
      };
      return context.json(answer);
    });
}

/** The first fill, which takes minutes and goes on while the page asks for its progress. */
interface Fill {
  running?: Promise<void> | undefined;
  read: number;
  problem?: string | undefined;
}

const fillOf = perContext((): Fill => ({ read: 0 }));

async function answerTo(request: z.infer<typeof search>, api: ApiContext): Promise<RegistryAnswer> {
  try {
    // Searching must not wait for a registry: changes are asked for in the background.
    const report = await searchRegistry(api.host, { ...request, offline: true });
    if (report.registries.some(({ isStale }) => isStale)) startFill(api);
    return { state: 'ready', ...report, registries: report.registries.map(({ isStale: _, ...rest }) => rest) };
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.code !== 'registry-no-index') throw error;
    const fill = startFill(api);
    const { read, problem } = fill;
    const nothing = { servers: [], total: 0, registries: [] };
    return problem === undefined ? { state: 'filling', read, ...nothing } : { state: 'failed', problem, ...nothing };
  }
}

/** Starts to fill or update the indexes unless that is running. A failure is reported once, then it is tried again. */
function startFill(api: ApiContext): Fill {
  const fill = fillOf(api);
  if (fill.running) return fill;
  const { problem } = fill;
  if (problem !== undefined) {
    fill.problem = undefined;
    return { read: fill.read, problem };
  }
  fill.running = refreshRegistries(api.host, { onProgress: ({ servers }) => void (fill.read = servers) })
    .then(
      () => undefined,
      (error: unknown) => void (fill.problem = (error as Error).message),
    )
    .finally(() => (fill.running = undefined));
  return fill;
}
