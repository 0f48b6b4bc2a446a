import { beforeAll, describe, expect, it } from 'vitest';
import { benchServer, secret } from '../api/support/workbench.ts';
import { pressAt, tabTo, typeAt } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';

const { command, args } = benchServer;
const codex = `# mine
[mcp_servers.bench]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
env = { TOKEN = "${secret}" }
`;
const files = { '.codex/config.toml': codex };
const project = { '.mcp.json': { mcpServers: { stranger: { command: 'touch', args: ['started'] } } } };

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({ files, project, path: '/tools' });
});

const row = (name: RegExp): ReturnType<OpenPage['page']['getByRole']> => open.page.getByRole('treeitem', { name });
const call = (): ReturnType<OpenPage['page']['getByRole']> =>
  open.page.getByRole('button', { name: 'Call', exact: true });
const result = (): ReturnType<OpenPage['page']['getByRole']> => open.page.getByRole('region', { name: 'Result' });

describe('the tools of all servers', () => {
  it('are looked through without starting anything; what needs approval says so', async () => {
    const { page } = open;
    await row(/^stranger/).click();
    await page.getByRole('link', { name: 'Review the command' }).waitFor();
    expect(await page.getByRole('button', { name: 'Refresh tools' }).count()).toBe(0);
    expect(await open.axe()).toEqual([]);
    await row(/^bench/).click();
    await page.getByRole('button', { name: 'Refresh tools' }).click();
    await row(/^drop/).waitFor();
    await page.getByLabel('Search tools').fill('deletes');
    await expect.poll(async () => page.getByRole('treeitem').count()).toBe(2);
    await page.getByLabel('Search tools').fill('');
  });

  it('are checked before they are called, with words at the field, as a form or as JSON', async () => {
    const { page } = open;
    await row(/^echo/).click();
    await page.getByText('declared by the server').waitFor();
    await call().click();
    await page.getByText('This is required.').waitFor();
    expect(
      await page.getByRole('textbox', { name: 'message' }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
    expect(await open.axe()).toEqual([]);
    await page.getByRole('textbox', { name: 'message' }).fill('hello');
    await page.getByLabel('times').fill('9');
    await page.getByText('This must be 5 or less.').waitFor();
    await page.getByRole('radio', { name: 'JSON' }).click();
    await page.getByLabel('Arguments as JSON').fill('{"message": "hello", "times": 2, "odd": {"a": 1}}');
    await page.getByRole('radio', { name: 'Form' }).click();
    await expect.poll(() => page.getByLabel('times').inputValue()).toBe('2');
    await page.keyboard.press('Control+Enter');
    await result().getByText('hello hello').waitFor();
    await result().getByRole('tab', { name: 'Structured' }).click();
    await result().getByText('"said"').waitFor();
    await result().getByRole('button', { name: 'Copy as command' }).click();
    await expect
      .poll(() => page.evaluate(async () => navigator.clipboard.readText()))
      .toContain('plugboard call bench echo --args');
    expect(await open.axe()).toEqual([]);
  });

  it('show what comes back as text and harmless pictures only, and compare it with what came before', async () => {
    const { page } = open;
    await row(/^picture/).click();
    await call().click();
    await result().getByText('<b>bold</b>').waitFor();
    // The text is there before the picture has been decoded.
    await expect
      .poll(() =>
        result()
          .getByRole('img')
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBe(8);
    await result().getByText('image/svg+xml').waitFor();
    expect(await page.title()).not.toContain('hacked');
    await row(/^echo/).click();
    await page.getByRole('textbox', { name: 'message' }).fill('other');
    await call().click();
    await page.getByRole('button', { name: 'Compare with previous' }).first().click();
    await page.getByRole('dialog').getByText('other').first().waitFor();
    expect(await open.axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await row(/^secret/).click();
    await call().click();
    await result().getByText('the token is ••••').waitFor();
  });

  it('ask before something is destroyed, answer questions, and stop when told to', async () => {
    const { page } = open;
    await row(/^drop/).click();
    await page.getByRole('heading', { name: 'drop', exact: true }).waitFor();
    await page.getByLabel('table').fill('people');
    await call().click();
    const sure = page.getByRole('alertdialog', { name: 'Call drop?' });
    await sure.waitFor();
    expect(await open.axe()).toEqual([]);
    await sure.getByRole('button', { name: 'Call' }).click();
    await result().getByText('people is gone').waitFor();
    await row(/^who/).click();
    await page.getByRole('heading', { name: 'who', exact: true }).waitFor();
    await call().click();
    const question = page.getByRole('region', { name: 'Question from a server' });
    await question.getByText('Who are you?').waitFor();
    await question.getByRole('button', { name: 'Send answer' }).click();
    await question.getByText('This is required.').waitFor();
    await question.getByLabel('Your name (name)').fill('Ada');
    expect(await open.axe()).toEqual([]);
    await question.getByRole('button', { name: 'Send answer' }).click();
    await result().getByText('"name":"Ada"').waitFor();
    await row(/^count/).click();
    await page.getByRole('heading', { name: 'count', exact: true }).waitFor();
    await call().click();
    await page.getByRole('progressbar', { name: 'Progress of the call' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await result().getByText('Canceled').waitFor();
  });

  it('are called, switched off and brought back with the keyboard alone', async () => {
    const { page, read } = open;
    await open.go('/tools');
    await tabTo(page, row(/^bench/));
    await page.keyboard.press('ArrowRight');
    await row(/^echo/).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await typeAt(page, page.getByRole('textbox', { name: 'message' }), 'by keys');
    await page.keyboard.press('Control+Enter');
    await result().getByText('by keys').waitFor();
    await pressAt(page, page.getByRole('button', { name: 'Disable in Codex, user' }), 'Enter');
    const review = page.getByRole('dialog');
    await review.getByText('disabled_tools').waitFor();
    await pressAt(page, review.getByRole('button', { name: /^Write/ }), 'Enter');
    await expect.poll(() => read('.codex/config.toml')).toContain('disabled_tools = ["echo"]');
    await page.getByText('Disabled in 1').waitFor();
    await pressAt(page, page.getByRole('button', { name: 'Undo' }), 'Enter');
    await expect.poll(() => read('.codex/config.toml')).toBe(codex);
  });

  it('ask, are answered and read from with the keyboard alone', async () => {
    const { page } = open;
    const walkTo = async (name: RegExp): Promise<void> => {
      await row(name).waitFor();
      for (let step = 0; step < 40; step += 1) {
        if (await row(name).evaluate((element) => element === document.activeElement)) break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
    };
    await open.go('/tools');
    await tabTo(page, row(/^bench/));
    await page.keyboard.press('ArrowRight');
    await walkTo(/^drop/);
    await typeAt(page, page.getByLabel('table'), 'orders');
    await page.keyboard.press('Control+Enter');
    const sure = page.getByRole('alertdialog', { name: 'Call drop?' });
    await pressAt(page, sure.getByRole('button', { name: 'Call' }), 'Enter');
    await result().getByText('orders is gone').waitFor();
    await open.go('/tools?server=bench&tool=who');
    await pressAt(page, call(), 'Enter');
    const question = page.getByRole('region', { name: 'Question from a server' });
    await typeAt(page, question.getByLabel('Your name (name)'), 'Grace');
    await pressAt(page, question.getByRole('button', { name: 'Send answer' }), 'Enter');
    await result().getByText('"name":"Grace"').waitFor();
    await open.go('/tools?server=bench&list=resources');
    await row(/^Notes/).waitFor();
    await tabTo(page, page.locator('[role=treeitem][tabindex="0"]'));
    await page.keyboard.press('Home');
    await walkTo(/^Notes/);
    await pressAt(page, page.getByRole('button', { name: 'Read', exact: true }), 'Enter');
    await result().getByText('of bench://notes').waitFor();
  });

  it('have resources and prompts beside them', async () => {
    const { page } = open;
    await open.go('/tools?server=bench&list=resources');
    await row(/^Notes/).click();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await result().getByText('<script>alert(1)</script> of bench://notes').waitFor();
    await row(/^One note/).click();
    await page.getByLabel('id').fill('7 8');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await result().getByText('of bench://note/7%208').waitFor();
    await row(/^Prompts/).click();
    await row(/^review/).click();
    await page.getByLabel('language').fill('Rust');
    await page.getByRole('button', { name: 'Get prompt' }).click();
    await result().getByText('Review this Rust.').waitFor();
  });

  it('have the messages of the protocol beside the call, not below it', async () => {
    const { page } = open;
    await open.go('/tools?server=bench&tool=echo');
    const [button, protocol] = await Promise.all(
      [call(), page.getByRole('region', { name: 'Protocol' })].map(async (one) => one.boundingBox()),
    );
    await page
      .getByRole('button', { name: /(?:Add and disable|Disable) in Catalog, user/ })
      .first()
      .waitFor();
    expect(protocol?.x).toBeGreaterThan((button?.x ?? 0) + (button?.width ?? 0));
    expect(protocol?.y).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0));
  });

  it('fit a phone, in the dark, and no secret has got anywhere', async () => {
    const { page } = open;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await open.go('/tools?server=bench&tool=echo');
    await call().waitFor();
    expect(await open.axe()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole('link', { name: 'All tools' }).click();
    await row(/^bench/).waitFor();
    expect(await open.axe()).toEqual([]);
    expect(open.errors).toEqual([]);
    expect(await open.leaksOf([secret])).toEqual([]);
  });
});
