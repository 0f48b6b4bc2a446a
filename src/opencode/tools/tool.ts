import type { InputRequiredResult, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { EnabledToolsets, Toolset } from '../toolset.ts';
import type { Api } from '../upstream/api.ts';

export type Data = Record<string, unknown>;

/** One call of a tool. */
export interface ToolCall {
  readonly app: App;
  readonly signal: AbortSignal;
  /** OpenCode for the directory of the call. */
  api(directory?: string): Promise<Api>;
  /** OpenCode for the directory of a session, which has to be that of the call if it names one. */
  sessionApi(sessionId: string): Promise<Api>;
  /** The directory that the call names. */
  readonly directory: string | undefined;
  /** Arguments that the caller has given itself. */
  readonly given: ReadonlySet<string>;
  /** How much data the answer has room for, as `sizeOf` counts it. */
  readonly room: number;
  /** The groups of tools that this client has switched on. */
  readonly toolsets: EnabledToolsets;
  /** Tells the client how far it is, if it wants to know. */
  progress(message: string): void;
  /** Whether a person can be asked through the client. */
  readonly canElicit: boolean;
  readonly context: ServerContext;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly toolset: Toolset;
  /** On whatever is switched off: without it nothing could be switched on. */
  readonly always?: boolean;
  /** For a model that has to choose. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  run(input: never, call: ToolCall): Promise<Data | InputRequiredResult>;
}

interface Definition<I extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: I;
  run(input: z.infer<I>, call: ToolCall): Promise<Data | InputRequiredResult>;
}

/** Ties the types of a tool's arguments to its schema. */
export function tool<I extends z.ZodObject>(definition: Definition<I>): Tool {
  return definition;
}
