import type { Hono } from 'hono';
import type { Desk } from '../desk.ts';
import { contextCostRoutes } from './context-cost.ts';
import { doctorRoutes } from './doctor.ts';
import { eventsRoutes } from './events.ts';
import { matrixRoutes } from './matrix.ts';
import { setsRoutes } from './sets.ts';
import { settingsRoutes } from './settings.ts';

/** Everything below `/api`. To add a resource, add its file here and a line. */
export const routes: readonly ((desk: Desk) => Hono)[] = [
  contextCostRoutes,
  doctorRoutes,
  eventsRoutes,
  matrixRoutes,
  setsRoutes,
  settingsRoutes,
];
