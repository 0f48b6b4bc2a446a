import { Hono } from 'hono';
import type { ApiContext } from '../api-context.ts';
import { eventStream } from '../events/event-stream.ts';

/** `GET /api/events` */
export function eventsRoutes({ events, presence }: ApiContext): Hono {
  return new Hono().get('/events', (context) => {
    const lastEventId = context.req.header('last-event-id');
    return context.body(eventStream(events, { lastEventId, onClose: presence.enter() }), 200, {
      'content-type': 'text/event-stream; charset=utf-8',
    });
  });
}
