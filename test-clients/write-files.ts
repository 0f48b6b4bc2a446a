import { writeDocument, type WrittenDocument } from '../src/clients/document.ts';
import { pathsOf, resolvePath, type Surroundings } from '../src/clients/paths.ts';
import type { Client, Location } from '../src/clients/types.ts';
import type { Server } from '../src/model/server.ts';
import type { Box } from './box.ts';

/** Puts what plugboard writes for a client where plugboard says that the client looks. */
export async function writeFiles(
  box: Box,
  client: Client,
  location: Location,
  servers: Readonly<Record<string, Server>>,
): Promise<WrittenDocument> {
  const { project } = box;
  const written = await writeDocument(client, servers, { scope: location.scope, project });
  box.put(writtenPath(box, location), written.text);
  for (const { path, text } of written.companions) box.put(resolvePath(path, surroundings(box)), text);
  return written;
}

/** Where a client looks for this file first. */
export function writtenPath(box: Box, location: Location): string {
  return pathsOf(location, surroundings(box))[0] ?? '';
}

function surroundings({ home, project }: Box): Surroundings {
  return { home, project, env: {}, platform: process.platform as 'linux' | 'darwin' };
}
