import { pathToFileURL } from 'node:url';
import { fromRoot } from './root.mjs';
import { ensure } from './setup.mjs';

await ensure(['install', 'build']);

// npm starts scripts at the root of the package; file names are meant from where the person stands.
const { INIT_CWD: startedIn, npm_lifecycle_event: script } = process.env;
if (startedIn && script === 'start') process.chdir(startedIn);

// The command line looks as if the program had been started directly.
const program = fromRoot('bin', 'plugboard.js');
process.argv[1] = program;
// Whoever asks for nothing in particular sees everything.
if (process.argv.length === 2) process.argv.push('ui');
await import(pathToFileURL(program).href);
