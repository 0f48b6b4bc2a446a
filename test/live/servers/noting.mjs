// A server that wants to have something noted before it answers a call.
import { initialized, notify, page, serve, text } from '../../runtime/servers/message-lines.mjs';

serve({
  initialize: initialized({ tools: {}, logging: {} }),
  'tools/list': () => page(['note']),
  'tools/call': ({ arguments: note }) => {
    notify('notifications/message', note);
    return text('noted');
  },
});
