import type { ApiProblem, TargetRef } from './common.ts';
import type { StatusName, ToolHint } from './servers.ts';

/**
 * `GET /api/tools`: everything known without starting a server. `POST /api/tools/refresh` with `{server}` asks one;
 * `POST /api/tools/accept` with `{server, tools}` accepts its current descriptions.
 */
export interface ToolsAnswer {
  readonly servers: readonly ToolServerRow[];
}

export interface ToolServerRow {
  readonly name: string;
  readonly status: StatusName;
  /** Absent if its tools are unknown. */
  readonly tools?: readonly ToolRow[];
  readonly tokens?: number;
}

/** The fields of a tool that lists show and search. */
export interface ToolRow {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly tokens: number;
  readonly isDestructive?: true;
  /** Disabled somewhere. */
  readonly isOff?: true;
  /** Changed since it was accepted, or contains invisible text. */
  readonly needsLook?: true;
}

/** `GET /api/tools/:server` */
export interface ToolServer {
  readonly name: string;
  readonly status: StatusName;
  /** Why its tools cannot be listed. */
  readonly reason?: string;
  /** Absent if its tools are unknown. */
  readonly tools?: readonly ToolView[];
  readonly tokens?: number;
  readonly at?: string;
  /** Files in which single tools of this server can be disabled, including our catalog. */
  readonly switchable: readonly (TargetRef & { readonly clientName: string; readonly isThere: boolean })[];
  /** Clients that have the server but cannot disable single tools. */
  readonly unswitchable: readonly string[];
}

export interface ToolView {
  readonly name: string;
  /** The name that models see, such as `mcp_github_search`. */
  readonly bridgedName: string;
  readonly title?: string;
  readonly description?: string;
  readonly tokens: number;
  readonly hints: readonly ToolHint[];
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  /** Where it is disabled. */
  readonly offIn: readonly TargetRef[];
  /** Other tools with the same name, or the same name after sanitizing for models. */
  readonly collidesWith: readonly { readonly server: string; readonly tool: string }[];
  /** Invisible text in it. */
  readonly hidden?: boolean;
  /** The texts that changed since it was accepted. */
  readonly changed?: readonly string[];
}

/** `GET /api/servers/:name/resources`, `…/prompts`: starts or contacts the server. */
export interface ResourcesAnswer {
  readonly resources: readonly ResourceView[];
  readonly templates: readonly { readonly uriTemplate: string; readonly name: string; readonly description?: string }[];
}

export interface ResourceView {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly description?: string;
}

export interface PromptView {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
}

/** `POST /api/calls`: responds at once with `{id}`; progress arrives as `call` events. */
export type CallRequest =
  | {
      readonly kind: 'tool';
      readonly server: string;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      /** Required for a tool that declares itself destructive. */
      readonly confirmed?: boolean;
    }
  | { readonly kind: 'resource'; readonly server: string; readonly uri: string }
  | {
      readonly kind: 'prompt';
      readonly server: string;
      readonly prompt: string;
      readonly arguments: Readonly<Record<string, string>>;
    };

/**
 * `DELETE /api/calls/:id` cancels. `GET /api/calls?server=&tool=` returns the calls of this API server, newest first.
 * Only `GET /api/calls/:id` returns the result, which can be large.
 */
export interface CallEvent {
  readonly id: string;
  readonly request: CallRequest;
  readonly at: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly ms?: number;
  readonly progress?: { readonly progress: number; readonly total?: number; readonly message?: string };
  /** As sent by the server, with known secrets masked. Untrusted. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly problem?: ApiProblem;
  /** The same call as a command line and as JSON-RPC. */
  readonly asCommand: string;
  readonly asJsonRpc: string;
}

/** A question that a server asks the user during a call. */
export interface QuestionView {
  readonly id: string;
  readonly call?: string;
  readonly server: string;
  readonly kind: 'form' | 'url';
  readonly message: string;
  readonly schema?: unknown;
  readonly url?: string;
  /** Answered or canceled. */
  readonly isOver: boolean;
}

/** `GET /api/questions` returns pending ones. `POST /api/questions/:id` */
export interface QuestionAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>>;
}
