import type { Hono } from 'hono';
import type { Desk } from '../desk.ts';
import { eventsRoutes } from './events.ts';
import { settingsRoutes } from './settings.ts';

/** Everything below `/api`. To add a resource, add its file here and a line. */
export const routes: readonly ((desk: Desk) => Hono)[] = [eventsRoutes, settingsRoutes];
