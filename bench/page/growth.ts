import { manyServers } from '../../test/web/support/many-servers.ts';
import { servePage } from '../../test/web/support/served-page.ts';
import { type Answered, answers } from './answers.ts';

/** What answers cost with few and with many servers, each count in a program of its own. */
export async function growth(counts: readonly number[], rounds: number): Promise<void> {
  for (const count of counts) {
    const served = await servePage({ files: manyServers(count) });
    try {
      console.log(`\n${count} servers in each of 12 clients and in the catalog, nine of ten differing`);
      console.log(
        row(['answer', 'first: ms', 'of CPU', 'then: ms', 'of CPU', 'KB']),
        ...(await answers(served, rounds)).map((one) => `\n${row(cellsOf(one))}`),
      );
    } finally {
      await served.stop();
    }
  }
}

function cellsOf({ path, firstClock, firstWork, clock, work, bytes }: Answered): string[] {
  return [
    path.split('&')[0] ?? '',
    ...[firstClock, firstWork, clock, work].map((ms) => ms.toFixed(0)),
    (bytes / 1000).toFixed(1),
  ];
}

function row([first = '', ...rest]: readonly string[]): string {
  return first.padEnd(38) + rest.map((cell) => cell.padStart(11)).join('');
}
