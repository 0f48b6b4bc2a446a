import type { ClientView } from '../../../../src/api/contract/clients.ts';

/** What a client can do, in words, as pairs of a question and its answer. */
export function abilitiesOf(client: ClientView): readonly (readonly [what: string, answer: string])[] {
  const switches = {
    'own-key': 'a key in the server itself',
    list: 'a list beside the servers',
    none: 'not in its file; Plugboard keeps it aside',
  };
  return [
    ['Connects by', client.transports.join(', ')],
    ['References', client.references ?? 'none; values are written out'],
    ['Switching off', switches[client.switch]],
    ['Single tools off', client.toolFilter ? 'yes, in its file' : 'no'],
    ['Unknown keys', client.unknownKeys],
    ['Launches sets', client.canLaunchSets ? 'yes' : 'no'],
    ...(client.trust ? [['Trust', client.trust] as const] : []),
  ];
}

/** How it was made sure that all this is so. */
export const waysToVerify: Readonly<Record<string, string>> = {
  run: 'by running it',
  source: 'in its source',
  docs: 'in its documentation',
  report: 'from what its users report',
};
