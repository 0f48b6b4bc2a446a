/** In display order. */
export const themes = [
  { value: 'system', title: 'System', icon: 'system' },
  { value: 'light', title: 'Light', icon: 'sun' },
  { value: 'dark', title: 'Dark', icon: 'moon' },
] as const;
