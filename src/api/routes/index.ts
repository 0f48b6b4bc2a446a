import type { Hono } from 'hono';
import type { ApiContext } from '../api-context.ts';
import { gatewaysRoutes } from '../gateways/gateway-routes.ts';
import { pendingRoutes } from '../pending/pending-routes.ts';
import { profilesRoutes } from '../profiles/profile-routes.ts';
import { registryRoutes } from '../registry/registry-routes.ts';
import { approvalsRoutes } from './approvals.ts';
import { callsRoutes } from './calls.ts';
import { clientsRoutes } from './clients.ts';
import { connectionsRoutes } from './connections.ts';
import { contextCostRoutes } from './context-cost.ts';
import { doctorRoutes } from './doctor.ts';
import { eventsRoutes } from './events.ts';
import { historyRoutes } from './history.ts';
import { logsRoutes } from './logs.ts';
import { matrixRoutes } from './matrix.ts';
import { overviewRoutes } from './overview.ts';
import { pasteRoutes } from './paste.ts';
import { plansRoutes } from './plans.ts';
import { projectTrustRoutes } from './project-trust.ts';
import { projectsRoutes } from './projects.ts';
import { promptsRoutes } from './prompts.ts';
import { questionsRoutes } from './questions.ts';
import { resourcesRoutes } from './resources.ts';
import { revealRoutes } from './reveal.ts';
import { serversRoutes } from './servers.ts';
import { setsRoutes } from './sets.ts';
import { settingsRoutes } from './settings.ts';
import { testsRoutes } from './tests.ts';
import { toolsRoutes } from './tools.ts';

/** All routes below `/api`. To add a resource, add its file and one line here. */
export const routes: readonly ((api: ApiContext) => Hono)[] = [
  approvalsRoutes,
  callsRoutes,
  clientsRoutes,
  connectionsRoutes,
  contextCostRoutes,
  doctorRoutes,
  eventsRoutes,
  gatewaysRoutes,
  historyRoutes,
  logsRoutes,
  matrixRoutes,
  overviewRoutes,
  pasteRoutes,
  pendingRoutes,
  plansRoutes,
  profilesRoutes,
  projectTrustRoutes,
  projectsRoutes,
  promptsRoutes,
  questionsRoutes,
  registryRoutes,
  resourcesRoutes,
  revealRoutes,
  serversRoutes,
  setsRoutes,
  settingsRoutes,
  testsRoutes,
  toolsRoutes,
];
