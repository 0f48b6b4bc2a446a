import type { Lens } from '../types.ts';
import { oauth } from './access.ts';
import { renamed } from './basic.ts';
import { commandLine, typed } from './transport.ts';

/** Common fields of OpenCode and its forks: two types, and the command as one list. */
export function openCodeStyle(): Lens[] {
  return [
    typed({ stdio: 'local', http: 'remote', sse: 'remote' }, { required: 'always' }),
    commandLine(),
    renamed('env', 'environment'),
  ];
}

export function openCodeOauth(): Lens {
  return oauth(
    {
      clientId: ['oauth', 'clientId'],
      clientSecret: ['oauth', 'clientSecret'],
      scopes: ['oauth', 'scope'],
      callbackPort: ['oauth', 'callbackPort'],
      redirectUri: ['oauth', 'redirectUri'],
    },
    { scopesAsText: true },
  );
}
