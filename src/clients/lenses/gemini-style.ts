import type { Lens } from '../types.ts';
import { toolLists } from './access.ts';
import { forStdio, same, timeout } from './basic.ts';
import { forRemote } from './conditions.ts';
import { markedOauth } from './marked-oauth.ts';

/** What Gemini CLI and its descendants have in common. Each of them has its own way to tell the transport. */
export function geminiStyle(): Lens[] {
  return [
    ...same('command', 'args', 'cwd', 'headers', 'description'),
    ...forStdio(...same('env')),
    timeout('timeout', 'milliseconds'),
    toolLists({ allow: 'includeTools', deny: 'excludeTools' }),
  ];
}

/** Signing in as Gemini CLI and Qwen Code write it. */
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
