import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import type { PageEntry } from './navigation.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** What the tab of the browser says. */
    title?: string;
    /** Where it stands in the navigation; pages below another one have none. */
    nav?: PageEntry;
  }
}

/** Every page; the navigation, the palette and the shortcuts are made from it. */
export const pages: readonly RouteRecordRaw[] = [
  {
    path: '/',
    component: () => import('./pages/overview/OverviewPage.vue'),
    meta: { title: 'Overview', nav: { icon: 'home', key: 'o' } },
  },
];

export const router = createRouter({
  history: createWebHistory(),
  routes: [...pages],
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
});

router.afterEach(({ meta, params }) => {
  const subject = [params['name'], params['id']].find((part) => typeof part === 'string');
  document.title = [subject, meta.title, 'Plugboard'].filter(Boolean).join(' · ');
});
