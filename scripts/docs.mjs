import { spawnSync } from 'node:child_process';
import { fromRoot } from './root.mjs';
import { ensure } from './setup.mjs';

// Builds the documentation site into dist-docs; `--serve` shows it while you write. Dead links fail.
await ensure(['site']);
const program = fromRoot('site', 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const command = process.argv.includes('--serve') ? 'dev' : 'build';
const { status } = spawnSync(process.execPath, [program, command, fromRoot('site')], { stdio: 'inherit' });
process.exitCode = status ?? 1;
