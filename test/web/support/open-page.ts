import type { BrowserContext, Page } from 'playwright-core';
import { axeViolations } from './axe.ts';
import { theBrowser } from './browser.ts';
import { collectReplies, type Replies } from './replies.ts';
import { type ServedPage, servePage, type Surroundings } from './served-page.ts';

export interface OpenOptions extends Surroundings {
  /** `wide` is 1280 × 800, `narrow` a phone with 360 × 740. */
  readonly viewport?: 'wide' | 'narrow';
  readonly theme?: 'light' | 'dark';
  /** Where to go first, such as `/servers`. */
  readonly path?: string;
}

export interface OpenPage extends ServedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly replies: Replies;
  /** Errors of scripts and of the policy, which are never right. */
  readonly errors: readonly string[];
  /** What keeps people from using what is shown now. */
  axe(): Promise<string[]>;
  /** Goes to a path of the page. */
  go(path: string): Promise<void>;
  /** Where these texts have got to: answers, what the page shows or holds, what the program said. */
  leaksOf(secrets: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

const viewports = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } };
const open = new Set<OpenPage>();

/** The real program in a home of its own, and a browser that came in by its link. */
export async function openPage(options: OpenOptions = {}): Promise<OpenPage> {
  const { viewport = 'wide', theme = 'light', path } = options;
  const [browser, served] = await Promise.all([theBrowser(), servePage(options)]);
  const context = await browser.newContext({
    viewport: viewports[viewport],
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A refused request is an answer; whether it is right is for the test to say.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  await page.goto(served.link);
  const replies = await collectReplies(context, page, served.url);
  const opened: OpenPage = {
    ...served,
    page,
    context,
    replies,
    errors,
    axe: async () => axeViolations(page),
    go: async (to) => void (await page.goto(served.url + to)),
    async leaksOf(secrets) {
      const places = [
        ...(await replies.all()).map((reply) => [reply.path, reply.text] as const),
        ['what the page shows', await shownBy(page)] as const,
        ['what the program said', served.said()] as const,
      ];
      return secrets.flatMap((secret) =>
        places.filter(([, text]) => text.includes(secret)).map(([place]) => `${secret} in ${place}`),
      );
    },
    async close() {
      open.delete(opened);
      replies.stop();
      await context.close();
      await served.stop();
    },
  };
  open.add(opened);
  if (path !== undefined) await opened.go(path);
  return opened;
}

/** Includes field values, which are not part of the document. */
async function shownBy(page: Page): Promise<string> {
  const fields = await page
    .locator('input, textarea')
    .evaluateAll((elements) => elements.map((element) => (element as HTMLInputElement).value));
  return [await page.content(), ...fields].join('\n');
}

/** Those that are left, as after a test that has failed. */
export async function closePages(): Promise<void> {
  await Promise.all(Array.from(open, async (one) => one.close()));
}
