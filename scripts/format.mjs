import { spawnSync } from 'node:child_process';
import { packageBin } from './package-bin.mjs';
import { root } from './root.mjs';
import { ensure } from './setup.mjs';

await ensure(['install']);
const { status } = spawnSync(process.execPath, [packageBin('oxfmt'), '.'], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
