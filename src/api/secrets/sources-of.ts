import { perDesk } from '../per-desk.ts';
import { createSecretSources } from './secret-sources.ts';

/** What stands behind the marks that were sent to the page. */
export const sourcesOf = perDesk(() => createSecretSources());
