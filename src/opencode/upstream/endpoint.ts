/** Where a server is reached. */
export interface Endpoint {
  readonly url: string;
  /** The value of the header; none when the server asks for nothing. */
  readonly authorization?: string;
  /** Another one after every restart. */
  readonly generation: number;
  readonly managed: boolean;
  /** Whether it works on the disk of this machine. */
  readonly local: boolean;
  /** The shell that it was started with, if that is known. */
  readonly shell?: string;
}

export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
