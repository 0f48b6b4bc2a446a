import { describe, expect, it } from 'vitest';
import type { ToolTester } from '../support/tool-tester.ts';

export function testAgents(tools: ToolTester): void {
  describe('agents', () => {
    it('opencode_agent_delegate', async () => {
      expect(await tools.ok('opencode_agent_delegate', { agent: 'plan', prompt: 'Think' })).toMatchObject({
        agent: 'plan',
      });
      await tools.fails('opencode_agent_delegate', { agent: 'nobody', prompt: 'Think' }, 'AGENT_NOT_FOUND');
    });

    it('opencode_skill_create, opencode_skill_list and opencode_skill_load', async () => {
      const skill = { name: 'tea-time', description: 'When: it is "five"', content: 'Make tea.' };
      expect(await tools.ok('opencode_skill_create', skill)).toMatchObject({ loaded: true });
      const { skills } = await tools.ok('opencode_skill_list');
      expect(skills).toContainEqual(expect.objectContaining({ name: 'tea-time', description: 'When: it is "five"' }));
      expect((await tools.ok('opencode_skill_load', { name: 'tea-time' }))['content']).toContain('Make tea.');
      await tools.fails('opencode_skill_create', skill, 'SKILL_EXISTS');
      const near = await tools.fails('opencode_skill_load', { name: 'tee-time' }, 'SKILL_NOT_FOUND');
      expect(near['suggestions'][0]).toBe('Did you mean tea-time?');
      await tools.fails('opencode_skill_list', { directory: '/no/such' }, 'DIRECTORY_INVALID');
    });
  });
}
