import type { ProjectServer } from '../../live/approvals/project-servers.ts';
import type { Output } from '../output/output.ts';
import { writeLines } from '../output/terminal-lines.ts';

/** The full description of a server for an approval decision, never truncated. */
export function serverLines({ text }: ProjectServer, output: Output): string[] {
  const warnings = text.warnings.map((warning) => `${output.mark('warning')} ${warning.text}.`);
  return [...text.lines, ...warnings];
}

/** Shows the server above a prompt, even with `--quiet`. */
export function showAbovePrompt(server: ProjectServer, output: Output): void {
  writeLines('stderr', ['', ...serverLines(server, output), ''], output);
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
