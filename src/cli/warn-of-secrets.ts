import { secretsIn, type PlainSecret } from '../doctor/secrets.ts';
import { variableOf } from '../manage/variable-name.ts';
import type { Server } from '../model/server.ts';
import type { Output } from './output.ts';

/** A secret that is about to be written in plain text is the person's choice, but not one to make unknowingly. */
export function warnOfSecrets(output: Output, servers: Readonly<Record<string, Server>>): void {
  for (const [server, definition] of Object.entries(servers)) {
    for (const found of secretsIn(definition)) {
      const what = `${found.name} ${found.path[0] === 'url' ? 'holds' : 'is'} a secret in plain text`;
      const instead = `a reference such as '\${${variableFor(server, found)}}' would keep it out of the file`;
      const message = `${server}: ${what}; ${instead}`;
      output.warn({ code: 'plain-secret', server, field: found.path.join('.'), message });
    }
  }
}

/** A variable of a server keeps its name; others are called after the server and what they are for. */
function variableFor(server: string, { path, name }: PlainSecret): string {
  if (path[0] === 'env' && /^[A-Za-z_]\w*$/.test(name)) return name;
  return variableOf(server, /^(?:An|The) /.test(name) ? 'token' : name);
}
