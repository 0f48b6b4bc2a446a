import { computed, onScopeDispose, ref } from 'vue';
import type { ApiEvent } from '../../../src/api/contract/events.ts';
import { get } from '../api/client.ts';
import { isSignedOut } from '../api/session.ts';

export type EventType = ApiEvent['type'];
type EventOf<T extends EventType> = Extract<ApiEvent, { type: T }>;
type Listener = (event: ApiEvent) => void;

/** The delay before reconnecting after the browser has given up. */
const retryAfter = 2000;

const types: readonly EventType[] = [
  'reset',
  'config.changed',
  'history.changed',
  'approvals.changed',
  'server.status',
  'tools.changed',
  'job',
  'log',
  'call',
  'question',
  'settings.changed',
];

const listeners = new Map<EventType, Set<Listener>>();
const state = ref<'new' | 'open' | 'lost'>('new');
let source: EventSource | undefined;

/** False from when the stream breaks until it reconnects; nothing should be written meanwhile. */
export const isConnected = computed(() => state.value !== 'lost');

/** Subscribes to events while the component or effect scope is alive. */
export function useEvents<T extends EventType>(wanted: readonly T[], listener: (event: EventOf<T>) => void): void {
  const heard = listener as Listener;
  for (const type of wanted) setOf(type).add(heard);
  onScopeDispose(() => {
    for (const type of wanted) setOf(type).delete(heard);
  });
}

/** One stream for the whole page, because browsers limit the number of connections. */
export function connectEvents(): void {
  source?.close();
  // What happened while the page was loading is told too: it may have been read before that.
  const after = state.value === 'new' ? document.documentElement.dataset['events'] : undefined;
  source = new EventSource(after ? `/api/events?after=${after}` : '/api/events');
  source.addEventListener('open', () => {
    const wasLost = state.value === 'lost' || isSignedOut.value;
    state.value = 'open';
    isSignedOut.value = false;
    // Events during the gap may be lost, for example after a restart.
    if (wasLost) tell({ type: 'reset' });
  });
  source.addEventListener('error', () => {
    state.value = 'lost';
    if (source?.readyState === EventSource.CLOSED) void reconnectLater();
  });
  for (const type of types) {
    source.addEventListener(type, (message: MessageEvent<string>) => tell(JSON.parse(message.data) as ApiEvent));
  }
  // A browser keeps pages that were left, with their connections, and has only six for all pages of an address.
  addEventListener('pagehide', () => source?.close(), { once: true });
}

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  state.value = 'lost';
  connectEvents();
});

/** A signed-out browser would be refused forever; it tries again when the user returns to the tab. */
async function reconnectLater(): Promise<void> {
  // The event stream does not tell why it was refused.
  await get('/settings').catch(() => undefined);
  if (isSignedOut.value) addEventListener('focus', connectEvents, { once: true });
  else setTimeout(connectEvents, retryAfter);
}

function tell(event: ApiEvent): void {
  for (const listener of setOf(event.type)) listener(event);
}

function setOf(type: EventType): Set<Listener> {
  const known = listeners.get(type);
  if (known) return known;
  const fresh = new Set<Listener>();
  listeners.set(type, fresh);
  return fresh;
}
