import { variableFor } from '../../manage/secrets/variable-name.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import type { Output } from './output.ts';

/** Warns about each secret that is about to be written in plain text, and suggests a reference or `mover`. */
export function warnAboutSecrets(
  output: Output,
  servers: Readonly<Record<string, Server>>,
  mover = 'plugboard secrets migrate',
): void {
  for (const [server, definition] of Object.entries(servers)) {
    for (const found of secretsIn(definition)) {
      const what = `${found.name} ${found.path[0] === 'url' ? 'contains' : 'is'} a secret in plain text`;
      const instead = `a reference such as '\${${variableFor(server, found)}}' would keep it out of the file`;
      const message = `${server}: ${what}; ${instead}, and ${mover} moves it to the vault`;
      output.warn({ code: 'plain-secret', server, field: found.path.join('.'), message });
    }
  }
}
