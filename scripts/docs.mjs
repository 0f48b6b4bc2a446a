import { fromRoot } from './root.mjs';
import { runProgram } from './run-program.mjs';
import { ensure } from './setup.mjs';

// Builds the documentation site into dist-docs; `--serve` shows it while you write. Dead links fail.
await ensure(['site']);
const program = fromRoot('site', 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const command = process.argv.includes('--serve') ? 'dev' : 'build';
const vitepress = [program, command, fromRoot('site')];
process.exitCode = (await runProgram(process.execPath, vitepress, { isShown: true })).code;
