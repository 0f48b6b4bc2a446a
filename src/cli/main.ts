import { execLine } from './exec/exec-line.ts';

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  // The launcher of servers: every start of a server waits for it, and it needs no parser.
  const line = execLine(argv);
  if (line) return (await import('./exec/exec-now.ts')).execNow(line);
  return (await import('./program/run-main.ts')).runMain(argv);
}

void main();
