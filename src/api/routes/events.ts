import { Hono } from 'hono';
import type { ApiContext } from '../api-context.ts';
import { eventStream } from '../events/event-stream.ts';

/** `GET /api/events`, `GET /api/events?after=:id` */
export function eventsRoutes({ events, presence }: ApiContext): Hono {
  return new Hono().get('/events', (context) => {
    // A browser that reconnects asks at the same address, but knows better what it has heard.
    const lastEventId = context.req.header('last-event-id') ?? context.req.query('after');
    return context.body(eventStream(events, { lastEventId, onClose: presence.enter() }), 200, {
      'content-type': 'text/event-stream; charset=utf-8',
    });
  });
}
