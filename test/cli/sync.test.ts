import { describe, expect, it } from 'vitest';
import { askInProcess } from './support/in-process.ts';
import { catalog, machine, type Machine } from './support/machine.ts';

const codex = '~/.codex/config.toml';
const cursor = '~/.cursor/mcp.json';
const git = { command: 'uvx', args: ['git'], env: { LEVEL: '10' }, targets: ['codex', 'cursor'] };
const ours = (servers: object): string => JSON.stringify({ servers }, undefined, 2);

function synced(): Machine {
  const here = machine({ [catalog]: ours({ git }) });
  expect(here.run(['sync', '--yes']).code).toBe(0);
  return here;
}

/** A hand edit in Codex. */
function edit(here: Machine, from: string, to: string): void {
  const before = here.read(codex);
  expect(before).toContain(from);
  here.write(codex, before.replace(from, to));
}

describe('plugboard sync', () => {
  it('writes once, and one undo gives everything back', () => {
    const here = machine({ [catalog]: ours({ git }) });
    const before = here.files();
    expect(here.run(['sync', '--check']).code).toBe(6);
    expect(here.run(['sync', '--dry-run']).stdout).toContain('+[mcp_servers.git]');
    expect(here.files()).toEqual(before);
    const first = here.run(['sync', '--yes']);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('created ~/.cursor/mcp.json');
    expect(here.run(['sync', '--check']).code).toBe(0);
    expect(here.run(['sync', '--yes']).stdout).toContain('Nothing to change');
    expect(here.run(['undo', '--yes']).code).toBe(0);
    expect(here.files()).toEqual(before);
  });

  it('keeps and reports a hand edit, with all values, and pulls it when asked', () => {
    const here = synced();
    edit(here, 'LEVEL = "10"', 'LEVEL = "60"');
    const kept = here.run(['sync', '--yes']);
    expect(kept.code).toBe(0);
    expect(kept.stdout).toContain('git in codex:user: changed in the client');
    expect(kept.stdout).toMatch(/last synced +"10"\n.*catalog +"10"\n.*client +"60"/);
    expect(kept.stderr).toContain('plugboard sync --pull');
    expect(here.run(['sync', '--check']).code).toBe(6);
    expect(here.run(['sync', '--pull', '--yes']).code).toBe(0);
    expect(JSON.parse(here.read(catalog)).servers.git.env.LEVEL).toBe('60');
    expect(here.run(['sync', '--check']).code).toBe(0);
  });

  it('writes nothing on a conflict and exits 5, with the three values, without secrets', async () => {
    const here = machine({
      [catalog]: ours({ git: { ...git, env: { API_KEY: 'sk-very-secret-value-1' } } }),
    });
    here.run(['sync', '--yes']);
    edit(here, 'sk-very-secret-value-1', 'sk-very-secret-value-2');
    here.write(catalog, here.read(catalog).replace('sk-very-secret-value-1', 'sk-very-secret-value-3'));
    const before = here.files();
    const { code, stdout, stderr } = here.run(['sync', '--yes']);
    expect(code).toBe(5);
    expect(stdout).toContain('env.API_KEY');
    for (const side of ['last synced.* .value 1.', 'catalog.* .value 2.', 'client.* .value 3.'])
      expect(stdout).toMatch(new RegExp(`${side}\n`));
    expect(stdout + stderr).not.toContain('sk-very-secret');
    expect(here.files()).toEqual(before);
    const answer = await askInProcess(here, ['sync', '--yes']);
    expect(answer).toMatchObject({ code: 5, ok: false, errors: [{ code: 'sync-conflict' }] });
    expect(answer.data.cells).toContainEqual(
      expect.objectContaining({ client: 'codex', name: 'git', outcome: 'conflict', drift: true }),
    );
    const { fields } = answer.data.cells.find((one: { client: string }) => one.client === 'codex');
    expect(fields).toMatchObject([{ field: 'env.API_KEY', masked: { base: 1, mine: 2, theirs: 3 } }]);
    expect(JSON.stringify(answer)).not.toContain('sk-very-secret');
    expect(here.run(['sync', '--prefer', 'theirs', '--yes']).code).toBe(0);
    expect(here.read(catalog)).toContain('sk-very-secret-value-2');
    expect(here.read(cursor)).toContain('sk-very-secret-value-2');
  });

  it('checks as JSON, SARIF and GitHub annotations', async () => {
    const here = synced();
    edit(here, 'LEVEL = "10"', 'LEVEL = "60"');
    const answer = await askInProcess(here, ['sync', '--check']);
    expect(answer).toMatchObject({ code: 6, ok: false, errors: [{ code: 'differs' }] });
    const sarif = here.run(['sync', '--check', '--format', 'sarif']);
    expect(sarif.code).toBe(6);
    const [run] = (JSON.parse(sarif.stdout) as { runs: { results: object[] }[] }).runs;
    expect(run?.results).toMatchObject([
      { ruleId: 'sync-drift', locations: [{ physicalLocation: { region: { startLine: 1 } } }] },
    ]);
    const github = here.run(['sync', '--check', '--format', 'github']);
    expect(github.code).toBe(6);
    expect(github.stdout).toMatch(
      /^::warning file=HOME\/\.codex\/config\.toml,line=1,col=\d+,endLine=1,title=sync-drift::.*\n$/,
    );
  });

  it('syncs only the named clients, and refuses what contradicts itself', () => {
    const here = machine({ [catalog]: ours({ git }) });
    expect(here.run(['sync', 'cursor', '--yes']).code).toBe(0);
    expect(here.read(codex)).toBe('');
    expect(here.read(cursor)).toContain('uvx');
    for (const wrong of [
      ['sync', '--prefer', 'ours'],
      ['sync', '--check', '--pull'],
      ['sync', '--format', 'sarif'],
      ['sync', '--check', '--format', 'xml'],
      ['sync', 'nothing'],
      ['sync', 'codex:nowhere'],
    ])
      expect(here.run(wrong).code).toBe(2);
  });

  it('counts in the summary of plugboard, by the same comparison', () => {
    const here = synced();
    expect(here.run([]).stdout).toContain('all clients in sync with the catalog');
    edit(here, 'LEVEL = "10"', 'LEVEL = "60"');
    expect(here.run([]).stdout).toContain('1 out of sync with the catalog: plugboard sync --check');
    expect(machine({ [catalog]: ours({ git: { command: 'uvx' } }) }).run([]).stdout).not.toContain('sync');
  });

  it('prunes only when asked', () => {
    const here = synced();
    here.write(catalog, ours({ git: { ...git, targets: ['codex'] } }));
    const left = here.run(['sync', '--yes']);
    expect([left.code, left.stderr]).toEqual([0, expect.stringContaining('plugboard sync --prune')]);
    expect(here.read(cursor)).toContain('uvx');
    expect(here.run(['sync', '--prune', '--yes']).code).toBe(0);
    expect(here.read(cursor)).toBe('');
  });

  it('says what to do without targets, and the command it names works', () => {
    const here = machine({ [catalog]: ours({ git: { command: 'uvx' } }), [codex]: '' });
    const { code, stderr } = here.run(['sync', '--yes']);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`--set targets='["*"]'`)]);
    expect(here.run(['edit', 'git', '--set', 'targets=["*"]', '--yes']).code).toBe(0);
    expect(here.run(['sync', '--yes']).code).toBe(0);
    expect(here.read(codex)).toContain('[mcp_servers.git]');
  });

  it('syncs the others when one file cannot be read, and says so', () => {
    const here = machine({ [catalog]: ours({ git }), [cursor]: '{ "mcpServers": ' });
    const { code, stdout } = here.run(['sync', '--yes']);
    expect([code, stdout]).toEqual([3, expect.stringContaining('git in cursor:user: cannot be synced')]);
    expect(here.read(codex)).toContain('uvx');
    expect(here.read(cursor)).toBe('{ "mcpServers": ');
  });
});
