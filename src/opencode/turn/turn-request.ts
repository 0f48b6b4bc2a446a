import type { JsonSchemaType } from '@modelcontextprotocol/server';
import type { ToolCall } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import type { ModelId } from '../upstream/types.ts';
import type { Budget } from './budget/over-budget.ts';
import type { Attachment } from './prompt-parts.ts';
import type { Watch } from './watch.ts';

/** The validated input of a turn. */
export interface TurnRequest {
  readonly prompt: string;
  readonly attached: readonly Attachment[];
  readonly model: ModelId | undefined;
  readonly agent?: string | undefined;
  readonly variant?: string | undefined;
  readonly system?: string | undefined;
  readonly outputSchema?: JsonSchemaType | undefined;
  readonly waitSeconds: number;
  readonly budget?: Budget | undefined;
}

/** A turn within one call: its input and the call's deadline. */
export interface Running {
  readonly call: ToolCall;
  readonly api: Api;
  readonly watch: Watch;
  readonly request: TurnRequest;
  readonly deadline: number;
}
