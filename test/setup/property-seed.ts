import { configureGlobal } from 'fast-check';
import { propertySeed } from '../support/property-runs.ts';

/** A failure of `npm test` is of the change that is tested, so it tries the same inputs in every run. */
configureGlobal({ seed: propertySeed });
