import { onOwnScreen, type Streams } from './own-screen.ts';
import { TopScreen } from './top-screen.tsx';
import type { TopEnd, TopSource } from './top-server.ts';

export interface TopOptions extends Streams {
  readonly source: TopSource;
  readonly colour: boolean;
  readonly ascii: boolean;
}

/** Shows servers until somebody leaves. */
export async function showTop({ stdin, stdout, ...shown }: TopOptions): Promise<TopEnd> {
  const draw = (onLeave: () => void): React.JSX.Element => <TopScreen {...shown} onLeave={onLeave} />;
  const end = await onOwnScreen<TopEnd>({ stdin, stdout }, draw);
  return end ?? 'interrupted';
}
