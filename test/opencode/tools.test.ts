import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allTools } from '../../src/library/opencode.ts';
import { ToolTester } from './support/tool-tester.ts';
import { testAdmin } from './tools/admin.ts';
import { testAgents } from './tools/agents.ts';
import { testConfig } from './tools/config.ts';
import { hasRipgrep, testCoreProject } from './tools/core-project.ts';
import { testCoreSessions } from './tools/core-sessions.ts';
import { testCoreTurns } from './tools/core-turns.ts';
import { testFiles } from './tools/files.ts';
import { testMcp } from './tools/mcp.ts';
import { testSession } from './tools/session.ts';

// One OpenCode for all of them: starting it takes longer than most of the tests.
const tools = new ToolTester();
beforeAll(() => tools.start(), 120_000);
afterAll(() => tools.stop());

testCoreTurns(tools);
testCoreSessions(tools);
testCoreProject(tools);
testSession(tools);
testAgents(tools);
testFiles(tools);
testConfig(tools);
testMcp(tools);
testAdmin(tools);

describe('all tools', () => {
  it('are 55, and each has succeeded and failed above', () => {
    const all = allTools.map(({ name }) => name);
    expect(new Set(all).size).toBe(55);
    const names = all.filter((name) => hasRipgrep || name !== 'opencode_file_search');
    expect(names.filter((name) => !tools.succeeded.has(name))).toEqual([]);
    expect(names.filter((name) => !tools.failed.has(name))).toEqual([]);
  });
});
