import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import { nameFromPath } from '../../src/model/server-name.ts';
import type { PageEntry } from './navigation.ts';
import { shownText } from './shown-text.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** The title of the browser tab. */
    title?: string;
    /** The navigation entry; subpages and pages behind a banner have none. */
    nav?: PageEntry;
    /** Other words that find the page in the palette. */
    words?: string;
    /** The key pressed after `g` to go there. */
    key?: string;
  }
}

/** The rooms in display order with their subpages; the navigation, palette and shortcuts are derived from it. */
export const pages: readonly RouteRecordRaw[] = [
  {
    path: '/servers',
    component: () => import('./pages/servers/ServersPage.vue'),
    meta: { title: 'Servers', key: 's', nav: { icon: 'servers', badge: 'servers' } },
  },
  {
    path: '/add',
    component: () => import('./pages/new-server/NewServerPage.vue'),
    meta: { title: 'Add a server' },
  },
  {
    path: '/add/registry',
    component: () => import('./pages/registry/RegistryPage.vue'),
    meta: { title: 'Registry', words: 'add a server search install mcp' },
  },
  {
    path: '/add/registry/server',
    component: () => import('./pages/registry/RegistryServerPage.vue'),
    meta: { title: 'Server in the registry' },
  },
  {
    path: '/servers/:name/:tab?',
    component: () => import('./pages/server/ServerPage.vue'),
    meta: { title: 'Server' },
  },
  {
    path: '/clients',
    component: () => import('./pages/clients/list/ClientsPage.vue'),
    meta: { title: 'Clients', key: 'c', nav: { icon: 'clients', badge: 'outOfSync' } },
  },
  {
    path: '/clients/matrix',
    component: () => import('./pages/clients/matrix/MatrixPage.vue'),
    meta: { title: 'Matrix', key: 'm', words: 'clients sync out of sync' },
  },
  {
    path: '/clients/map',
    component: () => import('./pages/clients/map/MapPage.vue'),
    meta: { title: 'Map', key: 'p', words: 'clients picture' },
  },
  {
    path: '/tools',
    component: () => import('./pages/tools/ToolsPage.vue'),
    meta: { title: 'Tools', key: 't', nav: { icon: 'tools' } },
  },
  {
    path: '/logs',
    component: () => import('./pages/logs/LogsPage.vue'),
    meta: { title: 'Logs', key: 'l', nav: { icon: 'logs' } },
  },
  {
    path: '/health',
    component: () => import('./pages/health/issues/IssuesPage.vue'),
    meta: { title: 'Health', key: 'd', words: 'doctor issues', nav: { icon: 'doctor', badge: 'issues' } },
  },
  {
    path: '/health/cost',
    component: () => import('./pages/health/cost/CostPage.vue'),
    meta: { title: 'Context cost', key: 'k', words: 'health tokens budget' },
  },
  {
    path: '/health/gateway',
    component: () => import('./pages/health/gateway/GatewayPage.vue'),
    meta: { title: 'Gateway', key: 'w', words: 'health sessions calls users metrics' },
  },
  {
    path: '/sets',
    component: () => import('./pages/sets/SetsPage.vue'),
    meta: { title: 'Sets', key: 'e', nav: { icon: 'sets' } },
  },
  {
    path: '/history',
    component: () => import('./pages/history/HistoryPage.vue'),
    meta: { title: 'History', key: 'h', nav: { icon: 'history' } },
  },
  {
    path: '/history/:id',
    component: () => import('./pages/history/ChangePage.vue'),
    meta: { title: 'Change' },
  },
  {
    path: '/approvals',
    component: () => import('./pages/approvals/ApprovalsPage.vue'),
    meta: { title: 'Approvals', key: 'a', words: 'trust approve' },
  },
  {
    path: '/settings',
    component: () => import('./pages/settings/SettingsPage.vue'),
    meta: { title: 'Settings', key: ',', words: 'theme shortcuts' },
  },
  {
    path: '/:rest(.*)*',
    component: () => import('./pages/not-found/NotFoundPage.vue'),
    meta: { title: 'Not found' },
  },
];

/** Addresses of earlier versions, which bookmarks may have. */
const moved: Readonly<Record<string, string>> = {
  '/': '/servers',
  '/overview': '/servers',
  '/matrix': '/clients/matrix',
  '/map': '/clients/map',
  '/doctor': '/health',
  '/cost': '/health/cost',
};

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    ...Object.entries(moved).map(
      ([path, to]) =>
        ({
          path,
          redirect: ({ query, hash }) => ({ path: to, query, hash }),
        }) satisfies RouteRecordRaw,
    ),
    ...pages,
  ],
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
});

router.afterEach(({ meta, params }, _from, failure) => {
  // A navigation that another one replaced also ends here, and often later.
  if (failure !== undefined) return;
  const subject = [params['name'], params['id']].find((part) => typeof part === 'string');
  document.title = [subject && shownText(nameFromPath(subject)), meta.title, 'Plugboard'].filter(Boolean).join(' · ');
});
