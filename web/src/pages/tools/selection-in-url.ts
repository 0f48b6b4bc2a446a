import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import type { Selection } from './tool-tree.ts';

/** The selection is part of the URL, so that it can be shared and bookmarked. */
export function toQuery(selection: Selection): LocationQueryRaw {
  switch (selection.kind) {
    case 'server':
      return { server: selection.server };
    case 'tool':
      return { server: selection.server, tool: selection.tool };
    case 'resources':
    case 'prompts':
      return { server: selection.server, list: selection.kind };
    case 'resource':
    case 'template':
      return { server: selection.server, [selection.kind]: selection.uri };
    case 'prompt':
      return { server: selection.server, prompt: selection.prompt };
  }
}

export function fromQuery(query: LocationQuery): Selection | undefined {
  const { server, tool, list, resource, template, prompt } = query;
  if (typeof server !== 'string') return undefined;
  if (typeof tool === 'string') return { kind: 'tool', server, tool };
  if (typeof resource === 'string') return { kind: 'resource', server, uri: resource };
  if (typeof template === 'string') return { kind: 'template', server, uri: template };
  if (typeof prompt === 'string') return { kind: 'prompt', server, prompt };
  if (list === 'resources' || list === 'prompts') return { kind: list, server };
  return { kind: 'server', server };
}
