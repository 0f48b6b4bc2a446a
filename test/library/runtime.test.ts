import { expect, it } from 'vitest';
import * as runtime from '../../src/library/runtime.ts';

// What others import from `plugboard/runtime`. Adding a name is a new feature; a name that is missing breaks programs
// out there and needs a major release.
it('exports what it promises, and nothing else', () => {
  expect(Object.keys(runtime).toSorted()).toEqual([
    'AnswerError',
    'ConnectionError',
    'SignInError',
    'ToolAbortError',
    'comparePins',
    'convertSchema',
    'createMCPToolName',
    'createManager',
    'describeForApproval',
    'discoverAndLoadMCPTools',
    'fingerprintOf',
    'followCallLog',
    'followServerLog',
    'getPrompt',
    'hiddenInTools',
    'listPrompts',
    'listResourceTemplates',
    'listResources',
    'loadAllMCPConfigs',
    'nodeHost',
    'openRuntime',
    'openTools',
    'readCallLog',
    'readResource',
    'readServerLog',
    'resolveConfigValue',
    'resolveServer',
    'serverTokens',
    'serversHere',
    'toolTokens',
    'validateServerConfig',
    'watchRuntime',
  ]);
});
