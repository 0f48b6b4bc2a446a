import { visible } from '../../model/visible.ts';
import {
  listResources,
  listResourceTemplates,
  readResource,
  type Resource,
  type ResourceTemplate,
} from '../../runtime/tools/resources.ts';
import { cut } from '../output/server-labels.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { type Answers, askAll, askNamed, type Question, printObstacles } from '../runtime/ask-each.ts';
import { declareRuntimeFlags, type RuntimeFlags } from '../runtime/runtime-flags.ts';
import { obstacleAsData } from '../runtime/show-obstacle.ts';
import { serverNamed } from '../runtime/use-server.ts';
import { firstLine, textLines } from '../runtime/visible-text.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';

interface Options extends RuntimeFlags {
  readonly raw?: boolean;
  readonly refresh?: boolean;
}

interface Listed {
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
}

export const setUpResources: CommandSetup = (command, context) => {
  withExamples(command, 'resources', 'resources docs', 'resources docs docs://guide/start', 'resources --json')
    .argument('[server]', 'server to list; default: all')
    .argument('[uri]', 'resource to read')
    .option('--raw', 'print the content as JSON from the server, with masked secrets')
    .option('--refresh', 'retry servers that failed recently');
  declareRuntimeFlags(command).action(async (name: string | undefined, uri: string | undefined, options: Options) =>
    withRuntime(context, command, options, name === undefined, async (use) => {
      if (name !== undefined && uri !== undefined) return read(name, uri, options, use);
      const asking = question(options, use);
      const answers = name === undefined ? await askAll(use, asking) : await listNamed(name, asking, use);
      if (answers) printResources(answers, context);
    }),
  );
};

function question({ refresh: anew = false }: Options, { signal }: Use): Question<Listed> {
  return {
    asked: 'resources',
    anew,
    doing: 'listing its resources',
    async ask(session) {
      const [resources, templates] = await Promise.all([
        listResources(session, signal),
        listResourceTemplates(session, signal),
      ]);
      return { resources, templates };
    },
  };
}

async function listNamed(name: string, asking: Question<Listed>, use: Use): Promise<Answers<Listed> | undefined> {
  const value = await askNamed(name, use, asking);
  return value && { answered: [{ server: serverNamed(name, use), value }], obstacles: [] };
}

async function read(name: string, uri: string, { raw, refresh: anew = false }: Options, use: Use): Promise<void> {
  const { output } = use.context;
  const { signal } = use;
  const found = await askNamed(name, use, {
    asked: 'resources',
    anew,
    doing: `reading ${uri}`,
    ask: async (session) => readResource(session, uri, { signal }),
  });
  if (!found) return;
  if (output.json) return output.data({ server: name, uri, contents: found.contents.map((content) => content.raw) });
  if (raw) return output.raw(`${output.jsonText(found.raw)}\n`);
  const [only, ...others] = found.contents;
  // A single resource needs no heading.
  output.print(textLines(others.length === 0 && only?.text !== undefined ? only.text : found.text));
}

function printResources({ answered, obstacles }: Answers<Listed>, { output, globals }: CommandContext): void {
  if (output.json) {
    const servers = answered.map(({ server, value }) => ({
      name: server.name,
      resources: value.resources.map((one) => one.raw),
      templates: value.templates.map((one) => one.raw),
    }));
    return output.data({ servers }, obstacles.map(obstacleAsData));
  }
  const width = globals.verbose ? Number.POSITIVE_INFINITY : 60;
  const rows = answered.flatMap(({ server, value: { resources, templates } }) => [
    ...resources.map((one) => [visible(server.name), visible(one.uri), one.mimeType ?? '-', aboutOf(one, width)]),
    ...templates.map((one) => [visible(server.name), visible(one.uriTemplate), 'template', aboutOf(one, width)]),
  ]);
  const head = ['SERVER', 'URI', 'TYPE', 'ABOUT'].map((title) => output.style('dim', title));
  output.print(rows.length === 0 ? 'No resources.' : inColumns([head, ...rows]));
  printObstacles(obstacles, output);
}

function aboutOf({ name, title, description }: Resource | ResourceTemplate, width: number): string {
  return cut(firstLine([title ?? name, description].filter(Boolean).join(': ')), width);
}
