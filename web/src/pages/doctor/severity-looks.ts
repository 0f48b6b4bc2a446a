/** How each severity is said; color only underlines it. */
export const severityLooks = {
  error: { word: 'Error', noun: 'error', icon: 'error', tone: 'bad' },
  warning: { word: 'Warning', noun: 'warning', icon: 'warning', tone: 'warn' },
  info: { word: 'Note', noun: 'note', icon: 'info', tone: 'accent' },
} as const;
