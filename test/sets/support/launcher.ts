import { type ClientId, clients } from '../../../src/clients/registry.ts';
import { launch } from '../../../src/sets/launch/launch.ts';
import { planLaunch } from '../../../src/sets/launch/plan.ts';
import { mirrorSignal } from '../../../src/sets/launch/process-end.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

/** A process that starts a client with one server, and ends as that ends. */
const [id = '', ...args] = process.argv.slice(2);
const host = nodeHost();
const servers = { git: { command: 'git-server', env: { TOKEN: 'sk-secret' } } };
const end = await launch(host, await planLaunch(host, { client: clients[id as ClientId], sets: [], servers, args }));
if ('signal' in end) mirrorSignal(end.signal);
else process.exitCode = end.code;
