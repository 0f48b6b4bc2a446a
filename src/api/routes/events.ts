import { Hono } from 'hono';
import type { Desk } from '../desk.ts';
import { eventStream } from '../events/event-stream.ts';

/** `GET /api/events` */
export function eventsRoutes({ events, presence }: Desk): Hono {
  return new Hono().get('/events', (context) => {
    const lastEventId = context.req.header('last-event-id');
    return context.body(eventStream(events, { lastEventId, onClose: presence.enter() }), 200, {
      'content-type': 'text/event-stream; charset=utf-8',
    });
  });
}
