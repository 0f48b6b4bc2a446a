import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/clients/read-document.ts';
import { bringBack, putAway } from '../../../src/manage/ledger/parking.ts';
import { PlanDraft } from '../../../src/manage/plan/plan-draft.ts';
import { entryIn } from '../../../src/manage/plan/put-server.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { target, workspace, type Workspace } from '../support/workspace.ts';

const config = '~/.codex/config.toml';
const codex = target('codex:user');

const toml = `# mine
model = "x"

[mcp_servers.alpha] # first
command = "run-alpha"
startup_timeout_sec = 1.50

# about beta
[mcp_servers.beta]
command   =   'run-beta'
args = [ "a", # why
  "b" ]
tool_timeout_sec = 1_0.50

[mcp_servers.beta.env]
LEVEL = "debug" # loud

# about gamma
[mcp_servers.gamma]
command = "run-gamma"

[projects."/x"]
trust_level = "trusted"
`;

async function change(place: Workspace, how: 'park' | 'restore', name: string): Promise<void> {
  const draft = new PlanDraft(place.host, how);
  const document = await draft.open(codex);
  if (how === 'park') await putAway(draft, document, (await entryIn(draft, document, name)) as Entry);
  else await bringBack(draft, document, name);
  await applyPlan(place.host, draft.plan());
}

const edits: Readonly<Record<string, (text: string) => string>> = {
  'a setting': (text) => text.replace('"x"', '"y"'),
  'another entry': (text) => text.replace('1.50', '2.5').replace('run-gamma', 'changed'),
  'the table behind': (text) => text.replace('trusted', 'untrusted'),
  'a line at the end': (text) => `${text}\n[tui]\ntheme = "dark"\n`,
  'all line ends': (text) => text.replaceAll('\n', '\r\n'),
};

describe.each(Object.entries(edits))('a TOML file with an edit of %s', (kind, edit) => {
  it.each(['alpha', 'beta', 'gamma'])('gets the bytes of %s back', async (name) => {
    const place = workspace({ [config]: toml });
    await change(place, 'park', name);
    expect(place.read(config)).not.toContain(`run-${name}`);
    place.write(config, edit(place.read(config) ?? ''));
    await change(place, 'restore', name);
    // What is brought back in other line ends is at least the same entry.
    if (kind === 'all line ends') expect(place.read(config)).toContain(`run-${name}`);
    else if (kind !== 'another entry' || name === 'beta') expect(place.read(config)).toBe(edit(toml));
    else expect(place.read(config)).toContain(name === 'alpha' ? '1.50' : 'run-gamma');
  });
});

it('gets entries back in any order', async () => {
  const place = workspace({ [config]: toml });
  for (const name of ['beta', 'alpha', 'gamma']) await change(place, 'park', name);
  for (const name of ['beta', 'gamma', 'alpha']) await change(place, 'restore', name);
  expect(place.read(config)).toContain('tool_timeout_sec = 1_0.50');
  expect(place.read(config)).toContain('# about beta\n[mcp_servers.beta]');
});

it('keeps an edit right behind the entry', async () => {
  const place = workspace({ [config]: toml });
  await change(place, 'park', 'beta');
  place.write(config, (place.read(config) ?? '').replace('# about gamma', '# of another person'));
  await change(place, 'restore', 'beta');
  const text = place.read(config);
  expect(text).toContain('# of another person');
  expect(text).toContain('tool_timeout_sec = 1_0.50');
});
