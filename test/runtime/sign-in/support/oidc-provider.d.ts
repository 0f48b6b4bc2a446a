/** What of the package is used; it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    rejectOIDCScope(scope: string): void;
    rejectResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
    destroy(): Promise<void>;
  }

  export interface Interaction {
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, string>>;
    readonly session: { readonly accountId: string };
  }

  export interface Token {
    readonly aud: string | readonly string[];
    readonly scope?: string;
    readonly clientId: string;
    readonly accountId?: string;
    readonly grantId?: string;
    readonly isValid: boolean;
    destroy(): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    on(event: string, listener: (...args: never[]) => void): this;
    readonly Grant: {
      new (of: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly AccessToken: { find(token: string): Promise<Token | undefined> };
    readonly ClientCredentials: { find(token: string): Promise<Token | undefined> };
    readonly RefreshToken: { find(token: string): Promise<Token | undefined> };
  }
}
