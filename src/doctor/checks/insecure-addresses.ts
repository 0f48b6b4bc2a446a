import { inferTransport } from '../../model/server.ts';
import { fieldAt, issueOn } from '../issue.ts';
import { resolved } from '../launch.ts';
import { nameList } from '../name-list.ts';
import type { Check } from '../types.ts';

/** Loopback names and addresses. */
const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/i;

/** Reports unencrypted URLs of other machines. */
export const insecureAddresses: Check = ({ host, project, used }) =>
  used.flatMap((subject) => {
    const { entry } = subject;
    const { url, headers } = entry.server;
    const address =
      typeof url === 'string' && inferTransport(entry.server) !== 'stdio'
        ? resolved(url, entry, host, project)
        : undefined;
    if (address === undefined || !/^\s*http:/i.test(address) || !URL.canParse(address)) return [];
    const { hostname } = new URL(address);
    if (LOOPBACK.test(hostname)) return [];
    const names = Object.keys(headers ?? {});
    const evidence = names.length > 0 ? [`sent along: ${nameList(names)}`] : [];
    return [issueOn(subject, 'url-insecure', { host: hostname }, { at: fieldAt(entry, 'url'), evidence })];
  });
