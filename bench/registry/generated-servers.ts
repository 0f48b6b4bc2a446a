/** Words as they occur in names and descriptions of real servers. */
const subjects =
  'weather github calendar mail notes database search files browser payments tracker memory image audio video maps crypto finance news translate kubernetes docker terraform slack discord jira linear notion figma postgres redis mongo s3 azure gcp aws email sms pdf excel docs wiki graph vector'.split(
    ' ',
  );
const verbs =
  'query read write list search manage create analyze summarize monitor convert fetch send sync automate'.split(' ');
const objects =
  'records issues documents messages events files tables forecasts tickets pages prices metrics logs tasks'.split(' ');
const owners = 'acme globex initech umbrella hooli wayne stark wonka tyrell cyberdyne soylent aperture'.split(' ');

/** A generator with a seed, so that every run measures the same data. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Entries of a registry with the sizes and the variety of real ones: packages of all kinds, remotes, inputs. */
export function generatedServers(count: number): unknown[] {
  const next = random(42);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const [subject, owner] = [pick(subjects), `${pick(owners)}${Math.floor(next() * 4000)}`];
    const short = `${subject}-${pick(['mcp', 'server', 'mcp-server', 'tools', 'connector'])}-${index.toString(36)}`;
    const namespace = pick([`io.github.${owner}`, `io.github.${owner}`, `com.${owner}`, `ai.${owner}`]);
    const version = `${Math.floor(next() * 4)}.${Math.floor(next() * 20)}.${Math.floor(next() * 30)}`;
    const time = new Date(Date.UTC(2025, 8, 1) + Math.floor(next() * 400) * 86_400_000 + index).toISOString();
    const description = `${pick(verbs)} ${pick(objects)} of ${subject} and ${pick(verbs)} ${pick(objects)}, ${pick(objects)} with ${owner}`;
    return {
      server: {
        $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
        name: `${namespace}/${short}`,
        ...(next() < 0.4 && { title: `${subject} ${pick(['Tools', 'Assistant', 'Connector'])}` }),
        description: description.slice(0, 100),
        version,
        repository: {
          url: `https://github.com/${owner}/${short}`,
          source: 'github',
          id: String(Math.floor(next() * 1e9)),
        },
        ...(next() < 0.3
          ? { remotes: [{ type: 'streamable-http', url: `https://${short}.${owner}.example.com/mcp` }] }
          : { packages: [packageOf(pick(['npm', 'npm', 'pypi', 'oci']), owner, short, version, next)] }),
      },
      _meta: {
        'io.modelcontextprotocol.registry/official': {
          status: next() < 0.02 ? 'deprecated' : 'active',
          publishedAt: time,
          updatedAt: time,
          isLatest: true,
        },
      },
    };
  });
}

function packageOf(registryType: string, owner: string, short: string, version: string, next: () => number): unknown {
  return {
    registryType,
    identifier: registryType === 'oci' ? `ghcr.io/${owner}/${short}:${version}` : `@${owner}/${short}`,
    ...(registryType !== 'oci' && { version }),
    transport: { type: 'stdio' },
    environmentVariables: Array.from({ length: Math.floor(next() * 4) }, (_, index) => ({
      name: `${owner.toUpperCase()}_${['API_KEY', 'URL', 'REGION', 'LOG_LEVEL'][index]}`,
      description: 'As shown on the page of your account',
      isRequired: index === 0,
      isSecret: index === 0,
    })),
  };
}
