import { fromRoot } from './root.mjs';
import { ensure } from './setup.mjs';

// Some of the tests with real clients start the built program.
await ensure(['install', 'build']);
process.argv.splice(2, 0, fromRoot('test-clients', 'verify', 'run.ts'));
await import('./run-ts.mjs');
