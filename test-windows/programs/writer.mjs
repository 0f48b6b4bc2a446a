import { add, applyPlan, clients, nodeHost, update } from '../../dist/index.js';

// Changes a server in two files without end, or as often as its argument says. Prints a line when it starts.
const times = Number(process.argv[2] ?? Infinity);
const host = nodeHost();
const targets = ['cursor', 'kiro'].map((id) => ({ client: clients[id], scope: 'user' }));
const definition = (time) => ({ command: 'node', args: [time], env: { TIME: time } });
await add(host, 'demo', definition('0'), targets, 'skip').then((plan) => applyPlan(host, plan));
process.stdout.write('started\n');
for (let count = 0; count < times; count += 1) {
  const time = `${process.pid}-${count}-${'x'.repeat(count % 500)}`;
  await applyPlan(host, await update(host, 'demo', (server) => ({ ...server, ...definition(time) }), targets));
}
