import type { ClientView } from '../../../../../src/api/contract/clients.ts';

/** The features of a client, as pairs of label and value. */
export function featuresOf(client: ClientView): readonly (readonly [what: string, answer: string])[] {
  const switches = {
    'own-key': 'a key in the server entry',
    list: 'a list of names',
    none: 'not supported; Plugboard parks the server',
  };
  return [
    ['Transports', client.transports.join(', ')],
    ['References', client.references ?? 'none; values are written in plain text'],
    ['Disabling servers', switches[client.switch]],
    ['Disabling tools', client.toolFilter ? 'yes, in its file' : 'no'],
    ['Unknown keys', client.unknownKeys],
    ['Launches sets', client.canLaunchSets ? 'yes' : 'no'],
    ...(client.trust ? [['Trust', client.trust] as const] : []),
  ];
}

/** How the features were verified. */
export const waysToVerify: Readonly<Record<string, string>> = {
  run: 'by running it',
  source: 'from its source code',
  docs: 'from its documentation',
  report: 'from user reports',
};
