import { spawn } from 'node:child_process';
import { pickSets } from '../../../../src/cli/tui/picker/pick-sets.tsx';
import { manySets, someSets } from './sets.ts';

// What a command does with the picker: it asks, says what came of it, and leaves the terminal to another program.
const { stdin, stderr: stdout } = process;
const sets = [...someSets, ...manySets(10_000)];
const title = 'Start Claude Code with';
const result = await pickSets({ sets, chosen: ['dev'], title, stdin, stdout, color: true, ascii: false });
console.log(['result:', result.outcome, ...(result.outcome === 'chosen' ? result.names : [])].join(' '));
spawn('sh', ['-c', 'read line; echo "read: $line"'], { stdio: 'inherit' });
