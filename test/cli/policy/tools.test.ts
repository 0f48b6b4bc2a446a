import { expect, onTestFinished, test } from 'vitest';
import { openGateway } from '../../../src/cli/gateway/open-gateway.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { Page } from '../../api/support/page.ts';
import { toolbox } from '../runtime/support/servers.ts';
import { askInProcess } from '../support/in-process.ts';
import { catalog, machine } from '../support/machine.ts';

const servers = JSON.stringify({ servers: { box: toolbox() } });
const policy = JSON.stringify({ rules: [{ id: 'no-echo', deny: { tool: ['box:echo'] }, why: 'too loud' }] });

test('a denied tool is neither listed nor called', async () => {
  const here = machine({ [catalog]: servers });
  const names = async (): Promise<string[]> =>
    (await askInProcess(here, ['tools', 'box'])).data.servers[0].tools.map((one: { name: string }) => one.name);
  const all = await names();
  expect(all).toContain('mcp_box_echo');
  here.write('plugboard.policy.json', policy);
  expect(await names()).toEqual(all.filter((name) => name !== 'mcp_box_echo'));
  const { code, errors } = await askInProcess(here, ['call', 'box', 'echo', 'text=hi']);
  expect(code).toBe(1);
  expect(errors[0]).toMatchObject({ code: 'policy-tool-denied', path: here.path('plugboard.policy.json') });
  expect(errors[0]?.message).toContain('no-echo');
  expect(errors[0]?.message).toContain('too loud');
});

test('a denied tool is not served', async () => {
  const here = machine({ [catalog]: servers, 'plugboard.policy.json': policy });
  const host = { ...nodeHost(), home: here.env['HOME'] ?? '', cwd: here.project, env: here.env };
  const { here: found } = await openGateway(host, {});
  expect(found.servers[0]?.toolLimits).toMatchObject([{ deny: ['echo'], rule: 'no-echo' }]);
});

test('the page does not call a denied tool', async () => {
  const page = new Page();
  page.write('.config/plugboard/plugboard.json', servers);
  page.write('.config/plugboard/policy.json', policy);
  const answer = await page.post('calls', { kind: 'tool', server: 'box', tool: 'echo', arguments: { text: 'hi' } });
  onTestFinished(() => page.context.close());
  expect(answer.status).toBe(202);
  await expect.poll(() => page.replies.join('\n')).toContain('no-echo');
});
