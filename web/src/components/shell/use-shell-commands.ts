import { computed } from 'vue';
import { useRouter } from 'vue-router';
import { useCommands, type Command } from '../../composables/use-commands.ts';
import { review } from '../../composables/use-review.ts';
import { changeSettings } from '../../composables/use-settings.ts';
import { useShortcuts } from '../../composables/use-shortcuts.ts';
import { useNavEntries } from './nav-entries.ts';
import { themes } from './themes.ts';

/** Commands and shortcuts available on every page. */
export function useShellCommands(find: () => void, help: () => void): void {
  const { entries, go } = useNavEntries();
  const router = useRouter();
  const addServer = (): void => void router.push('/servers/new');
  const goTo = computed<readonly Command[]>(() =>
    entries.value.map(({ path, title, icon }) => ({ id: path, title, icon, group: 'Pages', run: () => go(path) })),
  );
  const actions: readonly Command[] = [
    { id: 'add', title: 'Add a server', group: 'Actions', icon: 'add', words: 'new paste', run: addServer },
    {
      id: 'undo',
      title: 'Undo the last change',
      group: 'Actions',
      icon: 'undo',
      run: () => void review({ kind: 'undo' }),
    },
    { id: 'help', title: 'Keyboard shortcuts', group: 'Actions', icon: 'info', run: help },
    ...themes.map(({ value, title, icon }) => ({
      id: `theme:${value}`,
      title: `Theme: ${title.toLowerCase()}`,
      group: 'Actions',
      icon,
      run: () => void changeSettings({ theme: value }),
    })),
  ];
  useCommands(actions);
  useCommands(goTo);
  useShortcuts([
    { keys: '/', what: 'Search on this page', run: () => focusSearch() || find() },
    { keys: 'n', what: 'Add a server', run: addServer },
    { keys: '?', what: 'Show these shortcuts', run: help },
    ...entries.value.map(({ key, title, path }) => ({ keys: `g ${key}`, what: `Go to ${title}`, run: () => go(path) })),
  ]);
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
