import type { PickableSet } from '../../../../src/cli/tui/picker/pickable-set.ts';

export function set(name: string, more: Partial<PickableSet> = {}): PickableSet {
  return { name, display: name, servers: [], preview: [], ...more };
}

export const dev = set('dev', {
  display: 'dev → files, web',
  note: 'Development servers',
  servers: [
    { name: 'files', transport: 'stdio', runs: 'npx -y server-files /workspace' },
    { name: 'web', transport: 'http', runs: 'https://example.com/mcp' },
  ],
  preview: [
    '{',
    '  "mcpServers": {',
    '    "files": { "command": "npx" },',
    '    "web": { "headers": { "Authorization": "Bearer ••••" } }',
    '  }',
    '}',
  ],
  tokens: 3200,
});

export const broken = set('broken', { error: 'JSON syntax error: Unexpected token } at line 3, column 5' });

export const someSets: readonly PickableSet[] = [
  broken,
  dev,
  set('empty'),
  set('office', { note: 'Mail and calendar', tokens: 800 }),
  set('漢字', { display: '漢字 → データ', note: '日本語 🎉' }),
];

export function manySets(count: number): readonly PickableSet[] {
  return Array.from({ length: count }, (_, number) => set(`set-${number}`));
}
