import { loadFormat } from '../../formats/index.ts';
import type { Check } from '../types.ts';

/** Clients that accept comments in their files, but lose the whole file to a comma behind the last item. */
const strict = ['droid', 'gemini-cli', 'qoder', 'qwen-code'];

/** Commas that we can read and the client cannot. */
export const trailingCommas: Check = async ({ entries }) => {
  const { parse } = await loadFormat('json');
  const concerned = entries.filter(({ entry }) => strict.includes(entry.client.id));
  const sources = new Map(concerned.map(({ entry }) => [entry.source, entry.client]));
  return [...sources].flatMap(([{ document, path }, client]) => {
    const found = parse(document?.text ?? '').diagnostics.find(({ code }) => code === 'json-trailing-comma');
    const evidence = [`${client.name} reads nothing of the file`];
    return found ? [{ ...found, file: path, client: client.id, evidence }] : [];
  });
};
