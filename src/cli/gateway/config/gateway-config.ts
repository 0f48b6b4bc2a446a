import type { ArgumentRecord } from '../../../gateway/audit/audited-arguments.ts';
import type { ViewParams } from '../../../gateway/catalog/view-text.ts';
import type { CredentialSettings } from '../../../gateway/sign-in/user-accounts.ts';
import type { IsolationOptions } from '../../../gateway/upstream/isolation-options.ts';

/** The content of `gateway.json`, with references expanded and paths absolute. */
export interface GatewayConfig {
  readonly listen?: {
    readonly host?: string;
    readonly port?: number;
    readonly publicUrl?: string;
    readonly cert?: string;
    readonly key?: string;
    readonly behindProxy?: readonly string[];
  };
  readonly auth?: {
    readonly oauth?: {
      readonly issuer: string;
      readonly audience?: string;
      readonly scopes?: readonly string[];
      readonly groupsClaim?: string;
      readonly groups?: readonly { readonly group: string; readonly view?: string }[];
    };
  };
  readonly state?: string;
  readonly stateKey?: string;
  readonly isolation?: IsolationOptions;
  readonly credentials?: CredentialSettings;
  readonly limits?: {
    readonly perSecond?: number;
    readonly burst?: number;
    readonly sessions?: number;
    readonly pending?: number;
    readonly pendingPerClient?: number;
    readonly bodyBytes?: number;
  };
  readonly views?: Readonly<Record<string, ViewParams>>;
  readonly telemetry?: {
    readonly endpoint: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly serviceName?: string;
  };
  readonly audit?: {
    readonly file?: string;
    readonly stream?: number;
    readonly arguments?: ArgumentRecord;
    readonly servers?: Readonly<Record<string, ArgumentRecord>>;
  };
}
