import { ref, watch } from 'vue';
import type { Settings, SettingsAnswer } from '../../../src/api/contract/settings.ts';
import { get, put } from '../api/client.ts';
import { useEvents } from './use-events.ts';

/** Defaults until the settings are loaded; the theme is in the page before any script runs. */
export const settings = ref<Settings>({ theme: themeOfPage(), shortcuts: true, idleExitMinutes: 0 });

/** Changes some settings, first locally and then on the server. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const before = settings.value;
  settings.value = { ...before, ...change };
  try {
    await put('/settings', change);
  } catch (error) {
    settings.value = before;
    throw error;
  }
}

/** Call once: keeps the settings in sync with the server, also when another window changes them. */
export function followSettings(): void {
  const fetchThem = async (): Promise<void> => {
    const answer = await get<SettingsAnswer>('/settings').catch(() => undefined);
    if (answer) settings.value = answer.settings;
  };
  watch(settings, ({ theme }) => (document.documentElement.dataset['theme'] = theme));
  useEvents(['settings.changed', 'reset'], () => void fetchThem());
  void fetchThem();
}

function themeOfPage(): Settings['theme'] {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
