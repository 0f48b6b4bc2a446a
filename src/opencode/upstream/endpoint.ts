/** The address of a server. */
export interface Endpoint {
  readonly url: string;
  /** The Authorization header; unset if the server needs none. */
  readonly authorization?: string;
  /** Changes with every restart. */
  readonly generation: number;
  readonly managed: boolean;
  /** Whether the server uses the disk of this machine. */
  readonly local: boolean;
  /** The shell that the server was started with, if known. */
  readonly shell?: string;
}

export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
