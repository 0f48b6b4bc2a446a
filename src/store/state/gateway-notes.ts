import * as z from 'zod';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../read/read-own-file.ts';
import { stateFile } from './places.ts';
import { writeOwnFile } from './state-file.ts';

const shape = z.object({
  pid: z.int().positive(),
  /** Distinguishes its process from a later one with the same PID. */
  started: z.string(),
  /** Its address on this machine. */
  url: z.url(),
  /** The certificate it serves with (PEM), if it encrypts. Not its file, which may have been replaced by a wrong one. */
  certificate: z.string().optional(),
  directory: z.string(),
});

/** A gateway that serves on this machine. */
export type GatewayNote = z.infer<typeof shape>;

function folderOf(host: Host): string {
  return stateFile(host, 'gateways');
}

/** Notes that this process serves a gateway, so that its figures can be shown. Returns what removes the note. */
export async function noteGateway(
  host: Host,
  gateway: Pick<GatewayNote, 'url' | 'certificate'>,
): Promise<() => Promise<void>> {
  const { own: pid } = host.processes;
  const note: GatewayNote = { pid, started: host.processes.startOf(pid) ?? '', directory: host.cwd, ...gateway };
  const [path, text] = [`${folderOf(host)}/${pid}.json`, `${JSON.stringify(note)}\n`];
  await writeOwnFile(host, path, text);
  const keep = host.processes.removeAtExit(path, text);
  return async () => {
    keep();
    await host.fs.unlink(path).catch(() => undefined);
  };
}

/** The gateways whose process is running; notes of killed ones are ignored. */
export async function runningGateways(host: Host): Promise<GatewayNote[]> {
  const folder = folderOf(host);
  const names = await host.fs.readDirectory(folder).catch(() => []);
  const notes = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => shape.safeParse(await readOwnJson(host, `${folder}/${name}`).catch(() => undefined))),
  );
  return notes
    .flatMap(({ data }) => (data && host.processes.startOf(data.pid) === data.started ? [data] : []))
    .toSorted((a, b) => a.pid - b.pid);
}
