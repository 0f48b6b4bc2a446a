import type { Step } from './step.ts';
import { clients, scope } from './steps/clients.ts';
import { conflict } from './steps/conflict.ts';
import { command, transport, url } from './steps/connection.ts';
import { name } from './steps/name.ts';
import { review } from './steps/review.ts';
import { secrets } from './steps/secrets.ts';
import { env, headers } from './steps/variables.ts';
import { paste, pick, way } from './steps/what.ts';
import type { WizardContext } from './wizard-context.ts';

/** All steps in order. Each has an option of `add` that answers it. */
export const steps: readonly Step<WizardContext>[] = [
  way,
  paste,
  pick,
  name,
  transport,
  command,
  url,
  env,
  headers,
  secrets,
  clients,
  scope,
  conflict,
  review,
];
