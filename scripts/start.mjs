import { pathToFileURL } from 'node:url';
import { fromRoot } from './root.mjs';
import { ensure } from './setup.mjs';

await ensure(['install', 'build']);

// npm starts scripts at the root of the package; file names are relative to the user's directory.
const { INIT_CWD: startedIn, npm_lifecycle_event: script } = process.env;
if (startedIn && script === 'start') process.chdir(startedIn);

// The arguments look as if the program had been started directly.
const program = fromRoot('bin', 'plugboard.js');
process.argv[1] = program;
// Without arguments, open the page.
if (process.argv.length === 2) process.argv.push('ui');
await import(pathToFileURL(program).href);
