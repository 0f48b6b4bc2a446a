import type { Gateway } from '../../gateway/session.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../command-context.ts';

/** Says on the error output what keeps servers from being used, once for each reason. Gives the function that ends it. */
export function tellStates(gateway: Gateway, { output }: CommandContext): () => void {
  const told = new Set<string>();
  const tell = (text: string): void => {
    if (told.has(text)) return;
    told.add(text);
    output.talk(text);
  };
  const look = (): void => {
    for (const { name, state, reason, tip } of gateway.health().servers) {
      if (reason === undefined || state === 'backoff') continue;
      tell(`${visible(name)}: ${visible(reason)}${tip === undefined ? '' : ` ${visible(tip)}`}`);
    }
  };
  return gateway.onEvent((event) => {
    if (event.kind === 'server') look();
    if (event.kind !== 'quarantine') return;
    const server = visible(event.server);
    tell(
      `${server}: not as accepted, so withheld: ${event.tools.map(visible).join(', ')}. plugboard reload ${server} --accept`,
    );
  });
}
