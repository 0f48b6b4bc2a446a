import { useRouter } from 'vue-router';
import { useCommands, type Command } from '../../composables/use-commands.ts';
import { review } from '../../composables/use-review.ts';
import { changeSettings } from '../../composables/use-settings.ts';
import { useShortcuts } from '../../composables/use-shortcuts.ts';
import { pages } from '../../router.ts';
import { themes } from './themes.ts';

/** Commands and shortcuts available on every page. */
export function useShellCommands(find: () => void, help: () => void): void {
  const router = useRouter();
  const addServer = (): void => void router.push('/add');
  const testAll = (): void => void router.push({ path: '/servers', query: { test: 'all' } });
  const rooms = pages.filter(({ meta }) => meta?.key !== undefined);
  const goTo = rooms.map(({ path, meta }): Command => ({
    id: path,
    title: meta?.title ?? path,
    icon: meta?.nav?.icon ?? 'arrow',
    group: 'Pages',
    words: meta?.words ?? '',
    run: () => void router.push(path),
  }));
  const actions: readonly Command[] = [
    {
      id: 'import',
      title: 'Import servers from clients',
      group: 'Actions',
      icon: 'import',
      words: 'catalog',
      run: () => void review({ kind: 'import' }),
    },
    { id: 'test-all', title: 'Test all servers', group: 'Actions', icon: 'play', words: 'check', run: testAll },
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
    ...rooms.map(({ path, meta }) => ({
      keys: `g ${meta?.key ?? ''}`,
      what: `Go to ${meta?.title ?? path}`,
      run: () => void router.push(path),
    })),
  ]);
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
