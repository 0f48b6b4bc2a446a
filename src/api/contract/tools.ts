import type { ApiProblem, TargetRef } from './common.ts';
import type { StatusName, ToolHint } from './servers.ts';

/** `GET /api/tools`: what is known without starting anything. `POST /api/tools/refresh` with `{server}` asks one;
 * `POST /api/tools/accept` with `{server, tools}` accepts what they say of themselves now. */
export interface ToolsAnswer {
  readonly servers: readonly ToolServerRow[];
}

export interface ToolServerRow {
  readonly name: string;
  readonly status: StatusName;
  /** Absent as long as nobody knows its tools. */
  readonly tools?: readonly ToolRow[];
  readonly tokens?: number;
}

/** What can be seen of a tool in a list, and searched. */
export interface ToolRow {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly tokens: number;
  readonly isDestructive?: true;
  /** Switched off somewhere. */
  readonly isOff?: true;
  /** It has changed, or has text that a person does not see. */
  readonly needsLook?: true;
}

/** `GET /api/tools/:server` */
export interface ToolServer {
  readonly name: string;
  readonly status: StatusName;
  /** Why its tools cannot be had, in a sentence. */
  readonly reason?: string;
  /** Absent as long as nobody knows its tools. */
  readonly tools?: readonly ToolView[];
  readonly tokens?: number;
  readonly at?: string;
  /** Files in which single tools can be switched off for this server, our own catalog included. */
  readonly switchable: readonly (TargetRef & { readonly clientName: string; readonly isThere: boolean })[];
  /** Clients that have the server and cannot switch single tools off. */
  readonly unswitchable: readonly string[];
}

export interface ToolView {
  readonly name: string;
  /** As models see it, such as `mcp_github_search`. */
  readonly bridgedName: string;
  readonly title?: string;
  readonly description?: string;
  readonly tokens: number;
  readonly hints: readonly ToolHint[];
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  /** Where it is switched off. */
  readonly offIn: readonly TargetRef[];
  /** Others of the same name, or that would have the same name after it is made fit for models. */
  readonly collidesWith: readonly { readonly server: string; readonly tool: string }[];
  /** Text in it that a person does not see. */
  readonly hidden?: boolean;
  /** Not as it was when it was accepted: the texts that changed. */
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

/** `POST /api/calls`: answered at once with `{id}`; how it goes comes as `call` events. */
export type CallRequest =
  | {
      readonly kind: 'tool';
      readonly server: string;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      /** A tool that says of itself that it destroys something is only called with this. */
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
 * `DELETE /api/calls/:id` cancels. `GET /api/calls?server=&tool=` is the history of this page's server, the newest first.
 * Only `GET /api/calls/:id` has the result: it may be large.
 */
export interface CallEvent {
  readonly id: string;
  readonly request: CallRequest;
  readonly at: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly ms?: number;
  readonly progress?: { readonly progress: number; readonly total?: number; readonly message?: string };
  /** As the server sent it, with known secrets masked. Untrusted. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly problem?: ApiProblem;
  /** The same on the command line and on the wire. */
  readonly asCommand: string;
  readonly asJsonRpc: string;
}

/** Something a server asks the person in the course of a call. */
export interface QuestionView {
  readonly id: string;
  readonly call?: string;
  readonly server: string;
  readonly kind: 'form' | 'url';
  readonly message: string;
  readonly schema?: unknown;
  readonly url?: string;
  /** Answered or no longer of interest. */
  readonly isOver: boolean;
}

/** `GET /api/questions` has those that are open. `POST /api/questions/:id` */
export interface QuestionAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>>;
}
