import type { Host } from '../../model/host.ts';
import { visible } from '../../model/visible.ts';
import type { Answer } from '../../runtime/connect/session/questions.ts';
import { openBrowser } from '../../runtime/sign-in/callback/open-browser.ts';
import { textLines } from '../runtime/visible-text.ts';
import { isAnswered, type Questions } from '../wizard/questions.ts';
import type { ElicitationRequest } from './elicitation-request.ts';
import { textIn } from './text-in.ts';

/** Shows a URL that a server asks the user to visit. It is opened only if the user confirms. */
export async function visitAddress(
  questions: Questions,
  { server, question }: ElicitationRequest,
  host: Host,
): Promise<Answer> {
  const url = addressIn(question);
  const heading = `${visible(server)} asks you to visit an address: ${textLines(textIn(question, 'message')).join('\n')}`;
  if (!url) {
    questions.say(heading, `Declined: ${visible(textIn(question, 'url'))} is not an http or https address.`);
    return { action: 'decline' };
  }
  questions.say(heading, '', `Address: ${visible(url.href)}`, `Site: ${visible(url.host)}`, ...warningsAbout(url));
  const chosen = await questions.choose<'open' | 'visited' | 'decline' | 'cancel'>({
    message: `Visit ${visible(url.host)}?`,
    choices: [
      { value: 'decline', label: 'Decline' },
      { value: 'open', label: 'Open it in the browser' },
      { value: 'visited', label: 'Continue without opening it here', hint: 'you visit it yourself' },
      { value: 'cancel', label: 'Cancel' },
    ],
    initial: 'decline',
  });
  if (!isAnswered(chosen) || chosen === 'cancel') return { action: 'cancel' };
  if (chosen === 'decline') return { action: 'decline' };
  if (chosen === 'open' && !(await openBrowser(url.href, host)))
    questions.say('No browser could be opened here. Visit the address yourself.');
  return { action: 'accept' };
}

/** Other protocols could start any program. */
function addressIn(question: ElicitationRequest['question']): URL | undefined {
  const { url: text } = question;
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

function warningsAbout({ protocol, hostname, username }: URL): string[] {
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return [
    ...(protocol === 'http:' && !isLocal ? ['Not encrypted: others may read what you enter there.'] : []),
    ...(hostname.startsWith('xn--') || hostname.includes('.xn--')
      ? ['The host name contains characters that may look like others.']
      : []),
    ...(username === '' ? [] : ['The URL starts with a user name, which may look like a host name.']),
  ];
}
