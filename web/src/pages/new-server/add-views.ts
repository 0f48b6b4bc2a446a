/** The ways to add a server, each with its own address. */
export const addViews = [
  { to: '/add', title: 'Paste or form' },
  { to: '/add/registry', title: 'Registry' },
] as const;
