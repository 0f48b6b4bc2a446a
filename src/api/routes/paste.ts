import { Hono } from 'hono';
import * as z from 'zod';
import { formatOfFile } from '../../formats/format-of-file.ts';
import { broughtByText } from '../../manage/paste/brought-by-text.ts';
import { readPasted, type PastedKind } from '../../manage/paste/read-pasted.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { ApiContext } from '../api-context.ts';
import type { PasteAnswer } from '../contract/paste.ts';
import { HttpError } from '../http-error.ts';
import { readBody } from '../read-body.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { draftView } from '../views/draft-view.ts';
import { machineOf } from '../views/machine.ts';
import { clientName } from '../views/servers/entry-view.ts';
import { issueView, sanitized } from '../views/words.ts';

const pasted = z.object({
  text: z.string().min(1, 'the text is empty'),
  fileName: z.string().max(1000).optional(),
});

const kinds: Readonly<Record<PastedKind, string>> = {
  json: 'a configuration in JSON',
  toml: 'a configuration in TOML',
  yaml: 'a configuration in YAML',
  registry: 'a server.json of a registry',
  'claude-command': 'a claude mcp add command',
  'other-command': 'a command that adds a server to a client',
  'start-command': 'a command that starts a server',
  address: 'a server URL',
  link: 'an install link',
  mixed: 'several formats',
};

/** `POST /api/paste`: parses servers from any text. Runs, contacts and writes nothing. */
export function pasteRoutes(api: ApiContext): Hono {
  return new Hono().post('/paste', async (context) => {
    const { text, fileName } = await readBody(context, pasted);
    const format =
      fileName !== undefined && /\.(?:jsonc?|toml|ya?ml)$/i.test(fileName) ? formatOfFile(fileName) : undefined;
    const read = await understand(text, format === 'json' ? 'jsonc' : format);
    const { names } = await machineOf(api)();
    const [sources, { host }] = [sourcesOf(api), api];
    const brought = await broughtByText(host, read.servers);
    const dialects = new Set(read.servers.map(({ dialect }) => dialect));
    const [dialect] = dialects;
    const whose = dialect !== undefined && dialects.size === 1 ? `, as ${clientName(dialect)} writes it` : '';
    const answer: PasteAnswer = {
      kind: `${kinds[read.kind]}${whose}`,
      servers: read.servers.map(({ name, named, server, dialect: from, scope, isLink }) => ({
        ...draftView(name, server, { sources, host, ...(brought && { brought }), ...(isLink && { isLink }) }),
        named,
        ...(from !== undefined && { dialect: from }),
        ...(scope !== undefined && { scope }),
        exists: names.has(name),
        issues: [],
      })),
      issues: read.diagnostics.map((issue) => issueView(issue, host)),
    };
    return context.json(answer);
  });
}

async function understand(
  text: string,
  format: ReturnType<typeof formatOfFile> | undefined,
): ReturnType<typeof readPasted> {
  try {
    return await readPasted(text, { ...(format && { format }) });
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.code !== 'paste-unrecognized') throw error;
    const { diagnostics } = (error as PlugboardError<'paste-unrecognized'>).data;
    const { range } = diagnostics[0] ?? {};
    throw new HttpError(400, {
      code: error.code,
      field: 'text',
      message: sanitized(error.message),
      ...(range && { line: range.start.line, column: range.start.column }),
    });
  }
}
