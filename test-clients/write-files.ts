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
  const { home, project } = box;
  const written = await writeDocument(client, servers, { scope: location.scope, project });
  const surroundings: Surroundings = { home, project, env: {}, platform: process.platform as 'linux' | 'darwin' };
  box.put(pathsOf(location, surroundings)[0] ?? '', written.text);
  for (const { path, text } of written.companions) box.put(resolvePath(path, surroundings), text);
  return written;
}
