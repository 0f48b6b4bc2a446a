import { perContext } from '../per-context.ts';
import { createSecretSources } from './secret-sources.ts';

/** The stored values behind the placeholders sent to the page. */
export const sourcesOf = perContext(() => createSecretSources());
