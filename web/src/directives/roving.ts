import type { Directive } from 'vue';

const items = 'a[href], button:not(:disabled), input:not(:disabled)';
const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes a group of links and buttons one tab stop; arrow keys, Home and End move inside. The one used last, or the
 * current page, gets the focus.
 */
export const vRoving: Directive<HTMLElement> = {
  mounted(group) {
    group.dataset['roving'] = '';
    setTabStop(group);
    group.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.matches(items)) setTabStop(group, target);
    });
    group.addEventListener('keydown', (event) => move(group, event));
  },
  updated: (group) => setTabStop(group),
};

function setTabStop(group: HTMLElement, wanted?: HTMLElement): void {
  const all = itemsIn(group);
  const stop =
    wanted ??
    all.find((item) => item === document.activeElement) ??
    all.find((item) => item.ariaCurrent === 'page') ??
    all.find((item) => item.tabIndex === 0) ??
    all[0];
  for (const item of all) item.tabIndex = item === stop ? 0 : -1;
}

function move(group: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const all = itemsIn(group);
  const at = all.findIndex((item) => item === event.target);
  const step = steps[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step === undefined ? -1 : at + step;
  const next = all[to];
  if (at === -1 || !next) return;
  event.preventDefault();
  next.focus();
}

function itemsIn(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(items)];
}
