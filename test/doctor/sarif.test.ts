import { expect, it } from 'vitest';
import { examine } from '../../src/doctor/examine.ts';
import { toSarif } from '../../src/doctor/sarif.ts';
import type { Issue } from '../../src/doctor/types.ts';
import { diagnostic } from '../../src/model/diagnostics/diagnostic.ts';
import { tokens } from '../model/support/tokens.ts';
import { clinic, servers } from './support/clinic.ts';

interface Log {
  $schema: string;
  version: string;
  runs: {
    tool: { driver: { name: string; semanticVersion: string; rules: Rule[] } };
    columnKind: string;
    originalUriBaseIds?: Record<string, { uri: string }>;
    results: Result[];
  }[];
}

interface Rule {
  id: string;
  shortDescription: { text: string };
  help: { text: string };
  defaultConfiguration: { level: string };
}

interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations?: {
    physicalLocation: { artifactLocation: { uri: string; uriBaseId?: string }; region?: Record<string, number> };
  }[];
  properties: Record<string, unknown>;
}

const log = (issues: readonly Issue[], project?: string): Log => toSarif(issues, '1.2.3', project) as Log;

it('has the structure that the format demands', async () => {
  const { host } = clinic({
    '.mcp.json': servers({ 'a b': { command: 'nowhere', args: ['--token', tokens['npm']] } }),
    '~/.claude.json': servers({ off: { command: 'node', env: { A: '${NOPE}' } } }),
  });
  const { issues } = await examine(host);
  const { $schema, version, runs } = log(issues, host.cwd);
  expect([$schema, version]).toEqual(['https://json.schemastore.org/sarif-2.1.0.json', '2.1.0']);
  expect(runs).toHaveLength(1);
  const [run] = runs;
  const { name, semanticVersion, rules } = run?.tool.driver ?? { rules: [] };
  expect([name, semanticVersion, run?.columnKind]).toEqual(['Plugboard', '1.2.3', 'utf16CodeUnits']);
  expect(run?.originalUriBaseIds).toEqual({ PROJECTROOT: { uri: `file://${host.cwd}/` } });
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(run?.results).toHaveLength(issues.length);
  for (const { ruleId, ruleIndex, level, message } of run?.results ?? []) {
    const rule = rules[ruleIndex];
    expect(rule?.id).toBe(ruleId);
    expect(rule?.defaultConfiguration.level).toBe(level);
    expect(['error', 'warning', 'note']).toContain(level);
    for (const { text } of [message, rule?.shortDescription, rule?.help] as { text: string }[])
      expect(text).toMatch(/\S/);
  }
  expect(JSON.stringify(runs)).not.toContain(tokens['npm']);
});

it('points at files of the project and elsewhere', async () => {
  const { host } = clinic(
    {
      'plugboard.json': { servers: { x: { transport: 'stdio', command: 'nowhere' } } },
      '~/Library/Application Support/Claude/claude_desktop_config.json': servers({ x: { command: '/no/program' } }),
    },
    { platform: 'darwin' },
  );
  const { issues } = await examine(host);
  const places = log(issues, host.cwd).runs[0]?.results.flatMap(({ ruleId, locations }) =>
    ruleId === 'command-not-found' ? (locations ?? []) : [],
  );
  expect(places?.map(({ physicalLocation }) => physicalLocation)).toEqual([
    {
      artifactLocation: {
        uri: `file://${host.home}/Library/Application%20Support/Claude/claude_desktop_config.json`,
      },
      region: { startLine: 4, startColumn: 18, endLine: 4, endColumn: 31 },
    },
    {
      artifactLocation: { uri: 'plugboard.json', uriBaseId: 'PROJECTROOT' },
      region: { startLine: 5, startColumn: 18, endLine: 5, endColumn: 27 },
    },
  ]);
});

it('goes without places, properties and issues', () => {
  const issue: Issue = { code: 'change-interrupted', severity: 'warning', args: { title: 'add x' }, evidence: [] };
  const [run] = log([issue]).runs;
  expect(run?.results).toEqual([
    {
      ruleId: 'change-interrupted',
      ruleIndex: 0,
      level: 'warning',
      message: { text: 'A change was interrupted: add x. The next change repairs it' },
      properties: { evidence: [] },
    },
  ]);
  expect(run?.originalUriBaseIds).toBeUndefined();
  expect(log([]).runs[0]).toMatchObject({ results: [], tool: { driver: { rules: [] } } });
});

it('knows paths of Windows', () => {
  const issue: Issue = {
    code: 'file-readable',
    severity: 'warning',
    args: { mode: '644' },
    file: 'C:\\Users\\me\\a#b.json',
    evidence: [],
  };
  expect(log([issue], 'C:\\Users\\me\\code').runs[0]?.results[0]?.locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: 'file:///C:/Users/me/a%23b.json' },
  });
});

it('has no link that a name in a config file makes up', () => {
  const args = { name: '[a](https://example.com)', place: 'cursor:user', state: 'differs', fields: ['env.[X]'] };
  const issue: Issue = { ...diagnostic('sync-drift', args, { file: '/p/mcp.json' }), evidence: [] };
  const { runs } = toSarif([issue], '1.0.0') as Log;
  const text = runs[0]?.results[0]?.message.text ?? '';
  expect(text).toContain(String.raw`\[a\](https://example.com)`);
  expect(text).toContain(String.raw`env.\[X\]`);
  expect(text.replaceAll(/\\[[\]]/g, '')).not.toMatch(/[[\]]/);
});
