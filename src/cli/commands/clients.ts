import { findClients, type FoundClient } from '../../discovery/find-clients.ts';
import { shownPath } from '../../model/short-path.ts';
import type { Output } from '../output/output.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpClients: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(command, 'clients', 'clients --installed --json')
    .option('--installed', 'only installed clients')
    .action(async (options: { installed?: boolean }) => {
      const found = await findClients(context.host);
      printClients(options.installed ? found.filter(({ installed }) => installed) : found, found.length, output);
    });
};

function printClients(found: readonly FoundClient[], known: number, output: Output): void {
  if (output.json) {
    output.data({ clients: found.map(asData) });
    return;
  }
  const here = found.filter(({ installed }) => installed);
  const widest = Math.max(...found.map(({ client }) => client.id.length), 0);
  for (const { client, installed, files } of found) {
    const mark = installed ? output.mark('ok') : output.mark('none');
    const name = `${mark} ${client.id.padEnd(widest)}  ${client.name}`;
    const details = `${client.transports.join(' ')}  ${client.references.syntax?.shown ?? 'no references'}`;
    output.print(`${name}  ${output.style('dim', details)}`);
    for (const file of files.filter(({ exists }) => exists)) {
      output.print(`  ${''.padEnd(widest)}  ${file.location.scope.padEnd(7)} ${shownPath(file.path)}`);
    }
  }
  output.talk(
    here.length > 0
      ? `${here.length} of ${known} supported clients are installed.`
      : `None of ${known} supported clients is installed.`,
  );
}

function asData({ client, installed, files }: FoundClient): unknown {
  const shape = client.shapes.at(-1);
  const carries = new Set(shape?.lenses.flatMap((lens) => lens.fields));
  return {
    id: client.id,
    name: client.name,
    docs: client.docs,
    verified: client.verified,
    installed,
    files: files.map(({ location, path, exists }) => ({
      scope: location.scope,
      variant: location.variant,
      path,
      format: location.format,
      exists,
    })),
    capabilities: {
      transports: client.transports,
      references: client.references.syntax?.shown ?? null,
      fields: [...carries],
      switch: carries.has('disabled') ? 'entry' : client.switches ? 'list' : 'none',
      merge: client.merge,
      unknownKeys: client.unknownKeys,
    },
  };
}
