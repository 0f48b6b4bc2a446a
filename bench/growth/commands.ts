import { join } from 'node:path';
import { nameOf } from './homes.ts';

/** A command that is measured. */
export interface MeasuredCommand {
  readonly name: string;
  /** Absent for a program that is not a command. */
  readonly words?: readonly string[];
  /** Run first and not measured. */
  readonly before?: readonly string[];
  /** Maximum CPU time relative to `list` over the same files. */
  readonly most?: number;
}

const one = nameOf(5);
const connect = ['connect', 'cursor', '--replace', '--yes'];
const files = ['.claude.json', '.cursor/mcp.json', '.codex/config.toml', '.config/goose/config.yaml'];

/** Takes only the startup time. */
export const startOnly: MeasuredCommand = { name: 'start', words: ['--version'] };

/** `list` first: the others are measured against it. */
export const measuredCommands: readonly MeasuredCommand[] = [
  { name: 'list', words: ['list'] },
  { name: 'diff', words: ['diff'], most: 6 },
  { name: 'doctor', words: ['doctor'], most: 6 },
  { name: 'import cursor --to kilo', words: ['import', 'cursor', '--to', 'kilo', '--yes'], most: 6 },
  { name: 'matrix', most: 6 },
  { name: 'sync --check', words: ['sync', '--check'], most: 6 },
  { name: 'sync', words: ['sync', '--prefer', 'mine', '--yes'] },
  { name: 'add to three clients', words: ['add', 'new', '--to', 'cursor,codex,goose', '--yes', '--', 'npx', 'x'] },
  { name: 'add to one client', words: ['add', 'new', '--to', 'codex', '--yes', '--', 'npx', 'x'], most: 3 },
  { name: 'remove', words: ['remove', one, '--from', 'all', '--yes'] },
  { name: 'copy', words: ['copy', one, '--from', 'cursor', '--to', 'codex,goose', '--overwrite', '--yes'] },
  { name: 'disable', words: ['disable', one, '--in', 'all', '--yes'] },
  { name: 'enable', words: ['enable', one, '--in', 'all', '--yes'], before: ['disable', one, '--in', 'all', '--yes'] },
  { name: 'connect --replace', words: connect },
  { name: 'disconnect', words: ['disconnect', 'cursor', '--yes'], before: connect },
  { name: 'validate', words: ['validate', ...files.map((file) => join('..', file))] },
  { name: 'history', words: ['history'], before: ['remove', one, '--from', 'all', '--yes'] },
  { name: 'sets', words: ['sets', '--config-dir', join('..', 'sets')] },
  { name: 'sets check', words: ['sets', 'check', '--config-dir', join('..', 'sets')] },
];
