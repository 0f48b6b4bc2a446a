/** The label, icon and tone of each severity; color is only an addition. */
export const severityLabels = {
  error: { word: 'Error', noun: 'error', icon: 'error', tone: 'bad' },
  warning: { word: 'Warning', noun: 'warning', icon: 'warning', tone: 'warn' },
  info: { word: 'Note', noun: 'note', icon: 'info', tone: 'accent' },
} as const;
