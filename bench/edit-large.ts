import { parse, parseTree } from 'jsonc-parser';
import { setValue } from '../src/formats/edit.ts';
import { jsonc } from '../src/formats/json/index.ts';
import type { Contender } from './compare.ts';

const path = ['projects', '/home/someone/project-700', 'mcpServers', 'git', 'env', 'LEVEL'];

/** A file such as assistants keep their state in: many projects, each with servers and a history. */
function largeText(comment: string): string {
  const projects: string[] = [];
  for (let length = 0, index = 0; length < 1_000_000; index += 1) {
    const project = projectOf(index, comment);
    projects.push(project);
    length += project.length;
  }
  return `{\n  "version": 3,\n  "projects": {\n${projects.join(',\n')}\n  }\n}\n`;
}

function projectOf(index: number, comment: string): string {
  const history = Array.from({ length: 4 }, (_, item) => ({
    display: `fix the "${item}" of ${index}`,
    pasted: {},
    at: index * 1000 + item,
  }));
  const git = {
    command: 'uvx',
    args: ['mcp-server-git', '--repository', `/home/someone/project-${index}`],
    env: { LEVEL: 'info' },
  };
  const value = { allowedTools: [], history, mcpServers: { git }, trusted: index % 2 === 0, cost: index / 7 };
  const text = JSON.stringify(value, undefined, 2).replaceAll('\n', '\n    ');
  return `${comment}    "/home/someone/project-${index}": ${text}`;
}

function editing(text: string, kind: string): { title: string; aim: number; contenders: Contender[] } {
  return {
    title: `one edit in ${(text.length / 1e6).toFixed(1)} MB of ${kind}`,
    aim: 2,
    contenders: [
      { name: 'jsonc-parser parseTree', run: () => parseTree(text) },
      { name: 'jsonc-parser parse', run: () => parse(text) as unknown },
      { name: 'plugboard setValue', run: () => setValue(jsonc, text, path, 'debug') },
    ],
  };
}

/** One edit, which reads the text, changes it, reads the result and compares, against one reading by another parser. */
export const editLarge = [
  editing(largeText(''), 'JSON'),
  editing(largeText('    // a project\n'), 'JSON with comments'),
];
