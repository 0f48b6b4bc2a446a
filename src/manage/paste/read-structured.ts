import { loadFormat } from '../../formats/index.ts';
import type { Document, FormatId } from '../../formats/types.ts';
import { type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { jsonParts } from './json-fragment.ts';
import { moved } from './moved.ts';
import { readServers } from './read-servers.ts';
import type { Reading } from './types.ts';

export type Structure = 'json' | 'toml' | 'yaml';

export interface StructuredRead {
  readonly readings: readonly Reading[];
  /** Syntax errors of a text without servers. */
  readonly mistakes: readonly Diagnostic[];
}

const nothing: StructuredRead = { readings: [], mistakes: [] };

/** Signs that an unlabeled text is in this format. */
const signs = {
  toml: /^[ \t]*\[{1,2}[\w."'@/ -]{1,200}\]{1,2}[ \t]*(?:#[^\n]*)?\r?$|^[ \t]*(?:command|url)[ \t]*=[ \t]*["'[]/m,
  yaml: /^[ \t]*(?:- )?["']?(?:mcpServers|mcp_servers|mcp|servers|extensions|context_servers|command|cmd|url|uri)["']?[ \t]*:(?:[ \t\r]|$)/m,
} as const;

/** Longer texts are read only as JSON: in other formats they are not configuration, and slow to parse. */
export const LONGEST_TEXT = 500_000;

/** Returns the servers of a text in one of these formats, the likeliest first. */
export async function readStructured(text: string, expected: readonly Structure[]): Promise<StructuredRead> {
  const mistakes: Diagnostic[][] = [];
  for (const structure of expected) {
    const found = structure === 'json' ? readJson(text) : await readOther(text, structure, expected.length === 1);
    if (found.readings.length > 0) return found;
    mistakes.push([...found.mistakes]);
  }
  return { readings: [], mistakes: mistakes.flat() };
}

function readJson(text: string): StructuredRead {
  const all = jsonParts(text).map(({ document, origin }) => moved(readDocument(document, 'json'), origin));
  const readings = all.filter(({ drafts }) => drafts.length > 0);
  return {
    readings,
    mistakes: readings.length > 0 ? [] : all.flatMap(({ diagnostics }) => diagnostics).filter(isError),
  };
}

async function readOther(text: string, structure: 'toml' | 'yaml', isSure: boolean): Promise<StructuredRead> {
  if (text.length > LONGEST_TEXT || (!isSure && !signs[structure].test(text))) return nothing;
  const document = (await loadFormat(structure)).parse(text);
  const reading = readDocument(document, structure);
  return reading.drafts.length > 0
    ? { readings: [reading], mistakes: [] }
    : { readings: [], mistakes: document.diagnostics };
}

function readDocument(document: Document, format: FormatId): Reading {
  const reading = readServers({ value: document.value, format, source: document });
  return { ...reading, diagnostics: [...document.diagnostics, ...reading.diagnostics] };
}
