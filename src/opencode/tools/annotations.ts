import type { ToolAnnotations } from '@modelcontextprotocol/server';

type Preset = Required<Omit<ToolAnnotations, 'title'>>;

const preset = (readOnly: boolean, destructive: boolean, idempotent: boolean, openWorld: boolean): Preset => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: idempotent,
  openWorldHint: openWorld,
});

/** Looks only. */
export const reads = preset(true, false, true, true);
/** Makes something new. */
export const creates = preset(false, false, false, true);
/** Changes something that can be changed back. */
export const writes = preset(false, false, false, true);
/** The same, and doing it twice is doing it once. */
export const sets = preset(false, false, true, true);
/** May overwrite or lose something, or act on the world. */
export const acts = preset(false, true, false, true);
/** The same, and doing it twice is doing it once. */
export const replaces = preset(false, true, true, true);
