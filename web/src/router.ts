import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import type { PageEntry } from './navigation.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** The title of the browser tab. */
    title?: string;
    /** The navigation entry; subpages have none. */
    nav?: PageEntry;
  }
}

/** All pages in display order; the navigation, palette and shortcuts are derived from it. */
export const pages: readonly RouteRecordRaw[] = [
  {
    path: '/',
    component: () => import('./pages/overview/OverviewPage.vue'),
    meta: { title: 'Overview', nav: { icon: 'home', key: 'o' } },
  },
  {
    path: '/servers',
    component: () => import('./pages/servers/ServersPage.vue'),
    meta: { title: 'Servers', nav: { icon: 'servers', key: 's', count: 'servers' } },
  },
  {
    path: '/servers/new',
    component: () => import('./pages/new-server/NewServerPage.vue'),
    meta: { title: 'Add a server' },
  },
  {
    path: '/servers/:name/:tab?',
    component: () => import('./pages/server/ServerPage.vue'),
    meta: { title: 'Server' },
  },
  {
    path: '/matrix',
    component: () => import('./pages/matrix/MatrixPage.vue'),
    meta: { title: 'Matrix', nav: { icon: 'matrix', key: 'm', count: 'differing' } },
  },
  {
    path: '/tools',
    component: () => import('./pages/tools/ToolsPage.vue'),
    meta: { title: 'Tools', nav: { icon: 'tools', key: 't' } },
  },
  {
    path: '/logs',
    component: () => import('./pages/logs/LogsPage.vue'),
    meta: { title: 'Logs', nav: { icon: 'logs', key: 'l' } },
  },
  {
    path: '/map',
    component: () => import('./pages/map/MapPage.vue'),
    meta: { title: 'Map', nav: { icon: 'map', key: 'p' } },
  },
  {
    path: '/doctor',
    component: () => import('./pages/doctor/DoctorPage.vue'),
    meta: { title: 'Doctor', nav: { icon: 'doctor', key: 'd', count: 'issues' } },
  },
  {
    path: '/sets',
    component: () => import('./pages/sets/SetsPage.vue'),
    meta: { title: 'Sets', nav: { icon: 'sets', key: 'e' } },
  },
  {
    path: '/cost',
    component: () => import('./pages/cost/CostPage.vue'),
    meta: { title: 'Context cost', nav: { icon: 'cost', key: 'k' } },
  },
  {
    path: '/clients',
    component: () => import('./pages/clients/ClientsPage.vue'),
    meta: { title: 'Clients', nav: { icon: 'clients', key: 'c' } },
  },
  {
    path: '/approvals',
    component: () => import('./pages/approvals/ApprovalsPage.vue'),
    meta: { title: 'Approvals', nav: { icon: 'approve', key: 'a', count: 'pendingApprovals' } },
  },
  {
    path: '/history',
    component: () => import('./pages/history/HistoryPage.vue'),
    meta: { title: 'History', nav: { icon: 'history', key: 'h' } },
  },
  {
    path: '/history/:id',
    component: () => import('./pages/history/ChangePage.vue'),
    meta: { title: 'Change' },
  },
  {
    path: '/settings',
    component: () => import('./pages/settings/SettingsPage.vue'),
    meta: { title: 'Settings', nav: { icon: 'settings', key: ',' } },
  },
  {
    path: '/:rest(.*)*',
    component: () => import('./pages/not-found/NotFoundPage.vue'),
    meta: { title: 'Not found' },
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
