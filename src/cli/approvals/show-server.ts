import type { ProjectServer } from '../../live/approvals/project-servers.ts';
import type { Output } from '../output/output.ts';
import { writeTo } from '../output/standard-streams.ts';
import { toAscii } from '../output/terminal.ts';

/** The full description of a server for an approval decision, never truncated. */
export function serverText({ text }: ProjectServer, output: Output): string {
  const warnings = text.warnings.map((warning) => `${output.mark('warning')} ${warning.text}.`);
  return [...text.lines, ...warnings].join('\n');
}

/** Shows the server above a prompt, even with `--quiet`. */
export function showAbovePrompt(server: ProjectServer, output: Output): void {
  const text = `\n${serverText(server, output)}\n\n`;
  writeTo('stderr', output.ascii ? toAscii(text) : text);
}

/** The server as JSON data. */
export function serverAsData({ toRun, text, permission }: ProjectServer): Record<string, unknown> {
  const { name, origin } = toRun;
  return {
    name,
    fingerprint: text.fingerprint,
    permission,
    project: origin?.project,
    file: origin?.file,
    client: origin?.client,
    scope: origin?.scope,
    lines: text.lines,
    warnings: text.warnings,
  };
}
