import type { Lens } from '../types.ts';
import { toolLists } from './access.ts';
import { forStdio, same, timeout } from './basic.ts';
import { forRemote } from './conditions.ts';
import { markedOauth } from './marked-oauth.ts';

/** Common fields of Gemini CLI and its forks. Each has its own way to specify the transport. */
export function geminiStyle(): Lens[] {
  return [
    ...same('command', 'args', 'cwd', 'headers', 'description'),
    ...forStdio(...same('env')),
    timeout('timeout', 'milliseconds'),
    toolLists({ allow: 'includeTools', deny: 'excludeTools' }),
  ];
}

/** OAuth settings of Gemini CLI and Qwen Code. */
export function geminiOauth(): Lens[] {
  return forRemote(
    markedOauth(
      { path: ['oauth', 'enabled'], value: true },
      {
        clientId: ['oauth', 'clientId'],
        clientSecret: ['oauth', 'clientSecret'],
        scopes: ['oauth', 'scopes'],
        authorizationUrl: ['oauth', 'authorizationUrl'],
        tokenUrl: ['oauth', 'tokenUrl'],
        redirectUri: ['oauth', 'redirectUri'],
      },
    ),
  );
}
