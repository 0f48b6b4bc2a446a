/** The parts of OpenCode's responses that are used here. */

export interface ModelId {
  readonly providerID: string;
  readonly modelID: string;
}

export interface Session {
  readonly id: string;
  readonly title: string;
  readonly directory: string;
  readonly parentID?: string;
  readonly agent?: string;
  readonly model?: { readonly providerID: string; readonly id: string; readonly variant?: string };
  readonly summary?: { readonly additions: number; readonly deletions: number; readonly files: number };
  readonly share?: { readonly url: string };
  readonly cost?: number;
  readonly permission?: readonly Rule[];
  readonly revert?: { readonly messageID: string };
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly time: { readonly created: number; readonly updated: number; readonly archived?: number };
}

export interface Rule {
  readonly permission: string;
  readonly pattern: string;
  readonly action: 'allow' | 'ask' | 'deny';
}

export interface NamedError {
  readonly name: string;
  readonly data?: { readonly message?: string; readonly statusCode?: number; readonly providerID?: string };
}

export interface MessageInfo {
  readonly id: string;
  readonly sessionID: string;
  readonly role: 'user' | 'assistant';
  readonly time: { readonly created: number; readonly completed?: number };
  readonly parentID?: string;
  readonly error?: NamedError;
  readonly agent?: string;
  readonly modelID?: string;
  readonly providerID?: string;
  readonly finish?: string;
  readonly cost?: number;
  readonly tokens?: { readonly input: number; readonly output: number; readonly reasoning: number };
}

export interface Part {
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tool?: string;
  readonly callID?: string;
  readonly filename?: string;
  readonly mime?: string;
  readonly state?: {
    readonly status: string;
    readonly title?: string;
    readonly input?: unknown;
    readonly output?: string;
    readonly error?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
}

export interface Message {
  readonly info: MessageInfo;
  readonly parts: readonly Part[];
}

export type SessionStatus =
  | { readonly type: 'idle' | 'busy' }
  | { readonly type: 'retry'; readonly attempt: number; readonly message: string; readonly next: number };

export interface PermissionRequest {
  readonly id: string;
  readonly sessionID: string;
  readonly permission: string;
  readonly patterns: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly always: readonly string[];
}

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  readonly multiple?: boolean;
  readonly custom?: boolean;
}

export interface QuestionRequest {
  readonly id: string;
  readonly sessionID: string;
  readonly questions: readonly Question[];
}

export interface FileDiff {
  readonly file?: string;
  readonly patch?: string;
  readonly additions: number;
  readonly deletions: number;
  readonly status?: 'added' | 'deleted' | 'modified';
}

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly limit?: { readonly context?: number; readonly output?: number };
  readonly cost?: { readonly input?: number; readonly output?: number };
  readonly capabilities?: { readonly reasoning?: boolean; readonly attachment?: boolean; readonly toolcall?: boolean };
  readonly variants?: Readonly<Record<string, unknown>>;
  readonly status?: string;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly source?: string;
  readonly env?: readonly string[];
  readonly models: Readonly<Record<string, Model>>;
}

export interface Providers {
  readonly all: readonly Provider[];
  readonly default: Readonly<Record<string, string>>;
  readonly connected: readonly string[];
}

export interface Agent {
  readonly name: string;
  readonly description?: string;
  readonly mode: 'primary' | 'subagent' | 'all';
  readonly native?: boolean;
  readonly hidden?: boolean;
  readonly model?: ModelId;
  readonly permission?: readonly Rule[];
}

export interface Command {
  readonly name: string;
  readonly template?: string;
  readonly description?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly subtask?: boolean;
  readonly source?: string;
  readonly hints?: readonly string[];
}

export interface Skill {
  readonly name: string;
  readonly description?: string;
  readonly location: string;
  readonly content: string;
}

/** A step of an agent's plan; OpenCode calls it a todo. */
export interface Todo {
  readonly content: string;
  readonly status: string;
  readonly priority: string;
}

export interface McpStatus {
  readonly status: 'connected' | 'disabled' | 'failed' | 'needs_auth' | 'needs_client_registration';
  readonly error?: string;
}

export interface Project {
  readonly id: string;
  readonly worktree: string;
  readonly vcs?: string;
}

export interface Paths {
  readonly home: string;
  readonly config: string;
  readonly state: string;
  readonly worktree: string;
  readonly directory: string;
}

export interface ServerEvent {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}
