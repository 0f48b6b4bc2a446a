/** What `plugboard serve` is told. */
export interface ServeFlags {
  readonly http?: string | true;
  readonly host?: string;
  readonly client?: string;
  readonly from?: string;
  readonly only?: string;
  readonly names: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly search: string;
  readonly idle: string;
  readonly callTimeout: string;
  readonly strict?: boolean;
  readonly audit?: string;
}
