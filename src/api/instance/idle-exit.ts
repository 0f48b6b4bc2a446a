import type { ApiContext } from '../api-context.ts';

const MINUTE_MS = 60_000;

/** Resolves when no page was open for the configured time; never if that is 0. */
export function watchIdleness(
  { presence, events }: Pick<ApiContext, 'presence' | 'events'>,
  minutes: () => Promise<number>,
): { readonly ended: Promise<void>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let end = (): void => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  let turn = 0;
  const look = async (): Promise<void> => {
    turn += 1;
    const own = turn;
    clearTimeout(timer);
    if (presence.pages > 0) return;
    const patience = await minutes();
    // Something happened while the settings were read.
    if (own !== turn || patience === 0) return;
    timer = setTimeout(end, patience * MINUTE_MS);
  };
  const stops = [
    presence.onChange(() => void look()),
    events.subscribe(({ type }) => {
      if (type === 'settings.changed') void look();
    }),
  ];
  void look();
  return {
    ended,
    stop() {
      turn += 1;
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
