import type { ToolAnnotations } from '@modelcontextprotocol/server';

type Preset = Required<Omit<ToolAnnotations, 'title'>>;

const preset = (readOnly: boolean, destructive: boolean, idempotent: boolean, openWorld: boolean): Preset => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  openWorldHint: openWorld,
});

/** Reads only. */
export const reads = preset(true, false, true, true);
/** Creates something. */
export const creates = preset(false, false, false, true);
/** Makes a reversible change. */
export const writes = preset(false, false, false, true);
/** Makes a reversible change; idempotent. */
export const sets = preset(false, false, true, true);
/** May overwrite or delete something, or affect external systems. */
export const acts = preset(false, true, false, true);
/** May overwrite or delete something, or affect external systems; idempotent. */
export const replaces = preset(false, true, true, true);
