const tabNames = ['overview', 'configuration', 'tools', 'logs', 'clients', 'history'] as const;
export type TabName = (typeof tabNames)[number];

/** Whether the address names a tab there is. */
export function isTabName(value: unknown): value is TabName {
  return tabNames.some((name) => name === value);
}
