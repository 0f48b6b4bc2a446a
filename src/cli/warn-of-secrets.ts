import { isPlainSecret } from '../model/secret.ts';
import type { Server } from '../model/server.ts';
import type { Output } from './output.ts';

/** A secret that is about to be written in plain text is the person's choice, but not one to make unknowingly. */
export function warnOfSecrets(output: Output, servers: Readonly<Record<string, Server>>): void {
  for (const [name, { env = {}, headers = {} }] of Object.entries(servers)) {
    for (const [key, value] of [...Object.entries(env), ...Object.entries(headers)]) {
      if (typeof value !== 'string' || !isPlainSecret(key, value)) continue;
      const instead = `\${${key.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;
      output.talk(
        `${output.mark('warning')} ${name}: ${key} is a secret in plain text; a reference such as '${instead}' would keep it out of the file`,
      );
    }
  }
}
