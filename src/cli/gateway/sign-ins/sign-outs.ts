import { createHash, randomUUID } from 'node:crypto';
import type { SharedState } from '../../../gateway/state/gateway-state.ts';
import { watchFiles } from '../../../live/watch/watch-files.ts';
import type { Host } from '../../../model/host.ts';
import { stateFile } from '../../../store/state/places.ts';
import { writeOwnFile } from '../../../store/state/state-file.ts';

/** Tells gateways that sign-ins were deleted, because they keep tokens in memory. */
export interface SignOuts {
  announce(account: string): Promise<void>;
  /** `isAffected` says whether sign-ins of an account may have been deleted. Returns what stops it. */
  follow(onSignOut: SignOutListener): () => void;
}

export type SignOutListener = (isAffected: (account: string) => boolean) => void | Promise<void>;

const KIND = 'signed-out';
/** Some drives report no changes. */
const TIMES = { quietMs: 20, anywayMs: 1000 };

/** Between the gateways of this machine: a file that changes with every sign-out. */
export function signOutFile(host: Host): SignOuts {
  const path = stateFile(host, 'user-credentials/signed-out');
  return withOwn({
    announce: async () => writeOwnFile(host, path, `${randomUUID()}\n`),
    follow: (onSignOut) => watchFiles([path], () => void onSignOut(() => true), TIMES),
  });
}

/** Between all gateways of a shared state. Only a hash of the account is sent. */
export function signOutsInState({ bus, onReachable }: Pick<SharedState, 'bus' | 'onReachable'>): SignOuts {
  return withOwn({
    announce: async (account) => bus.broadcast({ kind: KIND, account: hashOf(account) }),
    follow(onSignOut) {
      const stops = [
        bus.listen(({ kind, account }) => {
          if (kind === KIND) void onSignOut((one) => hashOf(one) === account);
        }),
        // Messages were missed in the meantime.
        onReachable(() => void onSignOut(() => true)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
}

/** When this gateway answers that the user is signed out, it has closed the connections of the user. */
function withOwn(others: SignOuts): SignOuts {
  const listeners = new Set<SignOutListener>();
  return {
    async announce(account) {
      await Promise.all([...listeners].map(async (listener) => listener((one) => one === account)));
      await others.announce(account);
    },
    follow(onSignOut) {
      listeners.add(onSignOut);
      const stop = others.follow(onSignOut);
      return () => {
        listeners.delete(onSignOut);
        stop();
      };
    },
  };
}

/** Names an account where its text must not be. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
