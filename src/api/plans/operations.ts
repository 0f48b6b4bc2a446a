import type { Operation } from '../contract/plans.ts';
import { migrateSecrets } from '../secrets/migrate-secrets.ts';
import { moveSecret } from '../secrets/move-secret.ts';
import { addServers } from './add-servers.ts';
import { copyServers, removeServers, switchServers } from './existing-servers.ts';
import { fixIssues } from './fix.ts';
import { importServers } from './import-servers.ts';
import { installServer } from './install-server.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { pendingChange } from './pending-change.ts';
import { removeSet, saveSet } from './sets.ts';
import { switchToolsOf } from './switch-tools.ts';
import { syncCells } from './sync.ts';
import { restoreFiles, undoChange } from './undo-change.ts';
import { cloneServer, updateServer } from './update-server.ts';
import { useProfile } from './use-profile.ts';

/** All operations that the page can plan, by kind. */
export const operations: { readonly [K in Operation['kind']]?: OperationKind<OperationOf<K>> } = {
  add: addServers,
  clone: cloneServer,
  copy: copyServers,
  disable: switchServers,
  enable: switchServers,
  fix: fixIssues,
  import: importServers,
  install: installServer,
  'migrate-secrets': migrateSecrets,
  'move-secret': moveSecret,
  pending: pendingChange,
  remove: removeServers,
  restore: restoreFiles,
  'set-remove': removeSet,
  'set-save': saveSet,
  sync: syncCells,
  tools: switchToolsOf,
  undo: undoChange,
  update: updateServer,
  'use-profile': useProfile,
};
