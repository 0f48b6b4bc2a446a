import type { FuzzTarget } from './target.ts';
import { approvalLaundering } from './targets/approval-laundering.ts';
import { callbackQueries } from './targets/callback-queries.ts';
import { gatewayClients } from './targets/gateway-clients.ts';
import { gatewayMessages } from './targets/gateway-messages.ts';
import { httpHandshake } from './targets/http-handshake.ts';
import { kindsOfFiles } from './targets/kinds-of-files.ts';
import { lockFiles } from './targets/lock-files.ts';
import { secretsTarget } from './targets/secrets.ts';
import { tomlReader } from './targets/toml-reader.ts';
import { yamlReader } from './targets/yaml-reader.ts';

/** All targets, in the order of docs/security-tests.md. */
export const targets: readonly FuzzTarget[] = [
  ...gatewayMessages,
  gatewayClients,
  httpHandshake,
  approvalLaundering,
  secretsTarget,
  kindsOfFiles,
  lockFiles,
  callbackQueries,
  tomlReader,
  yamlReader,
];
