const tabNames = ['overview', 'configuration', 'tools', 'logs', 'clients', 'history'] as const;
export type TabName = (typeof tabNames)[number];

/** Whether the URL names an existing tab. */
export function isTabName(value: unknown): value is TabName {
  return tabNames.some((name) => name === value);
}
