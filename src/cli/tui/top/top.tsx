import { withAlternateScreen, type Streams } from '../alternate-screen.ts';
import { TopScreen } from './top-screen.tsx';
import type { TopEnd, TopSource } from './top-server.ts';

export interface TopOptions extends Streams {
  readonly source: TopSource;
  readonly color: boolean;
  readonly ascii: boolean;
}

/** Shows servers until the user quits. */
export async function showTop({ stdin, stdout, ...shown }: TopOptions): Promise<TopEnd> {
  const draw = (onLeave: () => void): React.JSX.Element => <TopScreen {...shown} onLeave={onLeave} />;
  const end = await withAlternateScreen<TopEnd>({ stdin, stdout }, draw);
  return end ?? 'interrupted';
}
