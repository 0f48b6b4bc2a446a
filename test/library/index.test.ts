import { expect, it } from 'vitest';
import * as library from '../../src/library/index.ts';

// What others import. Adding a name is a new feature: add it here and to the changelog. A name that is missing breaks
// programs out there and needs a major release.
it('exports what it promises, and nothing else', () => {
  expect(Object.keys(library).toSorted()).toEqual([
    'Literal',
    'McpConfigSchema',
    'MissingConfigDirectoryError',
    'PlugboardError',
    'add',
    'applyEdits',
    'applyPlan',
    'checkDocument',
    'clients',
    'clone',
    'commit',
    'compareWithCatalog',
    'copy',
    'describe',
    'discover',
    'examine',
    'expandEnvVarsDeep',
    'findReferences',
    'formatConfigDisplayName',
    'formatValidationErrors',
    'importServers',
    'inferTransport',
    'isPlainSecret',
    'listHistory',
    'listServers',
    'loadAllMCPConfigs',
    'loadFormat',
    'maskLine',
    'maskValue',
    'nodeHost',
    'putEntry',
    'readDocument',
    'readHistory',
    'readPasted',
    'remove',
    'removeEntry',
    'removeValue',
    'rename',
    'renameEntry',
    'renameKey',
    'scanMcpConfigs',
    'setEnabled',
    'setValue',
    'splitReferences',
    'toSarif',
    'translate',
    'undo',
    'unifiedDiff',
    'update',
    'validateMcpConfig',
    'validateServerConfig',
    'validateServerName',
    'validateText',
  ]);
});

it('edits a text from outside', async () => {
  const { applyEdits, loadFormat, setValue } = library;
  const text = '{ "mcpServers": {} } // mine\n';
  const edits = setValue(await loadFormat('jsonc'), text, ['mcpServers', 'git'], { command: 'uvx' });
  expect(applyEdits(text, edits)).toBe('{ "mcpServers": {"git": {"command": "uvx"}} } // mine\n');
});
