import type { ServerHere } from '../../live/servers-here.ts';
import { targetOfServer } from '../../manage/secrets/masked-server.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import type { ConnectionState } from '../../runtime/types.ts';
import { ago } from '../output/relative-time.ts';
import type { TopServer } from '../tui/top/top-server.ts';

/** The details of a server, as pairs of label and text. */
export function factsAbout(
  { name, server, origin }: ServerHere,
  state: ConnectionState | undefined,
  tools: ServerTools | undefined,
  isChanged: boolean,
  host: Host,
): TopServer['facts'] {
  const { listing, confirmed } = tools ?? {};
  const { name: ownName = '', version = '', protocol } = listing?.info ?? {};
  const approval = state?.name === 'needs-approval' ? `plugboard approve ${name}` : undefined;
  return [
    ...fact('approve', approval),
    ...fact('changed', isChanged ? `its tools changed since they were accepted: plugboard reload ${name}` : undefined),
    ...fact(server.url === undefined ? 'runs' : 'contacts', targetOfServer(server)),
    ...fact('from', origin && `${shortPath(origin.file, host)} (${origin.client}, ${origin.scope})`),
    ...fact('is', `${ownName} ${version}`.trim() || undefined),
    ...fact('speaks', protocol && `MCP ${protocol}`),
    ...fact('listed', listing && !confirmed ? `${ago(listing.at, host.now())}, not in this run` : undefined),
  ];
}

function fact(label: string, text: string | undefined): [string, string][] {
  return text === undefined || text === '' ? [] : [[label, text]];
}
