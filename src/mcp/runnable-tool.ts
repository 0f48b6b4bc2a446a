import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { ServedTool } from './wire-schema.ts';

export type Data = Record<string, unknown>;

/** A tool with what it does. The arguments are checked against its schema first. */
export interface RunnableTool<Call> extends ServedTool {
  run(input: never, call: Call): Promise<Data | InputRequiredResult>;
}

/** A tool whose `run` takes what its schema says. */
export type ToolDefinition<I extends z.ZodObject, T extends RunnableTool<Call>, Call> = Omit<T, 'input' | 'run'> & {
  readonly input: I;
  run(input: z.infer<I>, call: Call): Promise<Data | InputRequiredResult>;
};
