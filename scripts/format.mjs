import { packageBin } from './package-bin.mjs';
import { root } from './root.mjs';
import { runProgram } from './run-program.mjs';
import { ensure } from './setup.mjs';

await ensure(['install']);
const oxfmt = [packageBin('oxfmt'), '.'];
process.exitCode = (await runProgram(process.execPath, oxfmt, { cwd: root, isShown: true })).code;
