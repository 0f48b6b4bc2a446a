import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import { examine } from '../../src/doctor/examine.ts';
import type { Issue, PlannedFix } from '../../src/doctor/types.ts';
import { inSteps } from '../../src/manage/plan/in-steps.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { clinic } from './support/clinic.ts';
import { everyClient } from './support/every-client.ts';

const shapes = Object.values(clients).flatMap((client) => client.shapes);
const keys = new Set(shapes.flatMap(({ lenses }) => lenses).flatMap((lens) => lens.keys));

const words = ['node', 'npx x', 'http', 'sse', 'local', 'Bearer abc', 'https://a.example/sse?token=abc'];
const references = ['${A}', '${A:-b}', '${env:A}', '{env:A}', '{file:a}'];
const text = fc.constantFrom(...words, ...references);
const texts = fc.dictionary(fc.constantFrom('TOKEN', 'A', 'X-Key'), text);
const value = fc.oneof(text, fc.array(text), texts, fc.jsonValue({ maxDepth: 2 }));
const odd = fc.dictionary(fc.constantFrom('disabled', 'enabled', 'transport', ...keys), value, { maxKeys: 4 });
const started = odd.map((more) => ({ command: 'node', ...more }));
const reached = odd.map((more) => ({ url: 'https://a.example/mcp', ...more }));
const names = fc.constantFrom('a', 'b.c', 'b c', '__proto__', 'workspace');
const entries = fc.dictionary(names, fc.oneof(odd, started, reached), { maxKeys: 3 });

const keyOf = ({ code, client, file, path, args }: Issue): string => JSON.stringify([code, client, file, path, args]);

// Most of these files make no sense. Whatever is found in them, looking must not fail, and a repair must help.
it('does away with what it repairs, in any client and whatever the entries hold', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), async (map, choices) => {
      const { host } = clinic(everyClient(map));
      for (const choice of choices) {
        const { issues } = await examine(host);
        const repairable = issues.filter(({ fix }) => fix && 'plan' in fix);
        const issue = repairable[choice % repairable.length];
        if (!issue) return;
        const plan = await (issue.fix as PlannedFix).plan();
        expect([keyOf(issue), plan.changes]).not.toEqual([keyOf(issue), []]);
        await applyPlan(host, plan);
        expect((await examine(host)).issues.map(keyOf)).not.toContain(keyOf(issue));
      }
    }),
    { numRuns: 12 },
  );
});

it('makes all repairs as one plan, and breaks nothing by it', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (map) => {
      const { host } = clinic(everyClient(map));
      const { issues } = await examine(host);
      const plans = issues.flatMap(({ fix }) => (fix && 'plan' in fix ? [fix.plan] : []));
      await applyPlan(host, await inSteps(host, 'repair everything', plans));
      const left = (await examine(host)).issues.map(({ code }) => code);
      expect(left.filter((code) => code === 'syntax' || code === 'duplicate-key')).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

it('needs no repair for what another one has taken away', async () => {
  const path = '~/.config/amp/settings.json';
  const entry = { command: 'node', env: { TOKEN: 'abc' }, disabled: true };
  const { host, issues, files } = clinic({ [path]: { 'amp.mcpServers': { x: entry } } });
  const plans = (await issues()).flatMap(({ fix }) => (fix && 'plan' in fix ? [fix.plan] : []));
  expect(plans).toHaveLength(2);
  await applyPlan(host, await inSteps(host, 'repair everything', plans));
  expect(JSON.parse(files()[path] ?? '')).toEqual({ 'amp.mcpServers': {} });
});

it('does not offer to write a list of variables as texts, which it is not', async () => {
  const path = '~/.config/opencode/opencode.json';
  const entry = { type: 'remote', url: 'https://a.example/mcp', environment: [] };
  const { issues } = clinic({ [path]: { mcp: { a: entry } } });
  const wrong = (await issues()).filter(({ code }) => code === 'wrong-type');
  expect(wrong.map(({ fix }) => fix)).toEqual([undefined]);
});
