import type { Hono } from 'hono';
import type { Desk } from '../desk.ts';
import { callsRoutes } from './calls.ts';
import { contextCostRoutes } from './context-cost.ts';
import { doctorRoutes } from './doctor.ts';
import { eventsRoutes } from './events.ts';
import { logsRoutes } from './logs.ts';
import { matrixRoutes } from './matrix.ts';
import { plansRoutes } from './plans.ts';
import { promptsRoutes } from './prompts.ts';
import { questionsRoutes } from './questions.ts';
import { resourcesRoutes } from './resources.ts';
import { serversRoutes } from './servers.ts';
import { setsRoutes } from './sets.ts';
import { settingsRoutes } from './settings.ts';
import { toolsRoutes } from './tools.ts';

/** Everything below `/api`. To add a resource, add its file here and a line. */
export const routes: readonly ((desk: Desk) => Hono)[] = [
  callsRoutes,
  contextCostRoutes,
  doctorRoutes,
  eventsRoutes,
  logsRoutes,
  matrixRoutes,
  promptsRoutes,
  questionsRoutes,
  resourcesRoutes,
  plansRoutes,
  serversRoutes,
  setsRoutes,
  settingsRoutes,
  toolsRoutes,
];
