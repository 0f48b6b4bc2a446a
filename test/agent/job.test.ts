import { expect, it } from 'vitest';
import { listed } from '../registry/support/sample-servers.ts';
import { withSessions } from '../runtime/servers/http.mjs';
import { started } from '../runtime/support/remote.ts';
import { box } from '../store/support/box.ts';
import { type AgentBox, agentBox, claude } from './support/agent-box.ts';

interface Step {
  readonly tool: string;
  readonly args: (found: Record<string, string>) => Record<string, unknown>;
  /** What the model remembers of the result. */
  readonly keep?: (data: Record<string, unknown>) => Record<string, string>;
}

/** A stand-in for a model: it knows only what tools answered. */
const job: readonly Step[] = [
  { tool: 'list_servers', args: () => ({}) },
  {
    tool: 'search_registry',
    args: () => ({ query: 'weather' }),
    keep: ({ servers }) => ({ registryName: (servers as { name: string }[])[0]?.name ?? '' }),
  },
  {
    tool: 'plan_change',
    args: ({ registryName }) => ({ action: 'install', registryName, server: 'weather', to: ['claude-code:user'] }),
    keep: ({ planId }) => ({ planId: String(planId) }),
  },
  {
    tool: 'apply_plan',
    args: ({ planId }) => ({ planId }),
    keep: ({ changeId }) => ({ changeId: String(changeId) }),
  },
  { tool: 'diagnose', args: () => ({ server: 'weather' }) },
  { tool: 'undo', args: ({ changeId }) => ({ changeId }) },
];

async function drive(here: AgentBox): Promise<Record<string, Record<string, unknown>>> {
  const memory: Record<string, string> = {};
  const results: Record<string, Record<string, unknown>> = {};
  for (const { tool, args, keep } of job) {
    const { data, isError } = await here.call(tool, args(memory));
    expect({ tool, isError, data }).toMatchObject({ tool, isError: false });
    results[tool] = data;
    Object.assign(memory, keep?.(data));
  }
  return results;
}

it('finds a server in a registry, plans, gets consent, tests and undoes', async () => {
  const { url } = await started(withSessions().handler);
  const place = box();
  const before = '{ "theme":  "dark" }\n';
  place.write(claude, before);
  const document = listed('io.github.acme/weather', {
    description: 'Weather forecasts',
    remotes: [{ type: 'streamable-http', url }],
  });
  place.write('registry/weather.json', JSON.stringify(document.server));
  const here = await agentBox({ in: place, env: { PLUGBOARD_REGISTRY_URL: place.path('registry') } });
  const results = await drive(here);
  expect(results['diagnose']?.['test']).toMatchObject({ outcome: 'ok' });
  expect(here.form.asked).toHaveLength(2);
  expect(here.form.asked[0]).toContain(url);
  expect(here.read(claude)).toBe(before);
});

it('shows the person what a document gives reason to warn about, and refers to secrets', async () => {
  const place = box();
  const document = listed('io.github.acme/files', {
    packages: [
      {
        registryType: 'npm',
        identifier: 'files',
        transport: { type: 'stdio' },
        environmentVariables: [{ name: 'API_KEY', isSecret: true, isRequired: true }],
      },
    ],
  });
  place.write('registry/files.json', JSON.stringify(document.server));
  const here = await agentBox({ in: place, env: { PLUGBOARD_REGISTRY_URL: place.path('registry') } });
  const install = { action: 'install', registryName: 'io.github.acme/files', to: ['claude-code'] };
  const { data } = await here.call('plan_change', install);
  expect(data['warnings']).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'unpinned' })]));
  await here.call('apply_plan', { planId: data['planId'] });
  expect(here.form.asked[0]).toMatch(/^Warning: .*exact version/m);
  expect(here.read(claude)).toContain('"API_KEY": "${API_KEY}"');
});
