import { because, type Loss, type LossReason } from '../model/diagnostics/loss.ts';
import type { Scope } from '../model/scope.ts';
import type { Transport } from '../model/server.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../model/value.ts';
import { ReferenceWriter } from './native-references.ts';
import type { Client, EntryWriter } from './types.ts';

/** An entry being written by lenses, with its losses. */
export class EntryDraft implements EntryWriter {
  readonly transport: Transport;
  readonly scope: Scope;
  readonly entry: ValueMap = {};
  refused = false;
  readonly #losses: Loss[] = [];
  readonly #client: Client;
  readonly #references: ReferenceWriter;

  constructor(client: Client, transport: Transport, scope: Scope) {
    this.#client = client;
    this.transport = transport;
    this.scope = scope;
    this.#references = new ReferenceWriter(client.references, scope, (...loss) => this.reportLoss(...loss));
  }

  /** Each loss once, and none about how a field is written that is not written. */
  get losses(): Loss[] {
    const dropped = this.#losses.filter(({ action }) => action === 'dropped').map(({ field }) => field);
    return this.#losses.filter((one, at) => {
      const { field, action, why } = one;
      if (action !== 'dropped') return !dropped.some((path) => field === path || field.startsWith(`${path}.`));
      return !this.#losses.slice(0, at).some((other) => other.field === field && other.why === why);
    });
  }

  put(path: string | readonly string[], value: Value | undefined): void {
    putInto(this.entry, typeof path === 'string' ? [path] : path, value);
  }

  native(value: Value, field: string): Value | undefined {
    return this.#references.write(value, field);
  }

  reportLoss(field: string, action: Loss['action'], reason: LossReason): void {
    this.#losses.push({ field, client: this.#client.id, action, ...reason });
  }

  refuse(field: string, reason: LossReason): void {
    this.refused = true;
    const loss: Loss = { field, client: this.#client.id, action: 'dropped', ...reason, refused: true };
    const at = this.#losses.findIndex((one) => one.field === field && one.action === 'dropped');
    // Why it is dropped says more than that the entry is broken without it.
    if (at === -1) this.#losses.push(loss);
    else this.#losses[at] = { ...loss, ...this.#losses[at], refused: true };
  }

  /** The server is disabled and the client has no switch, so omitting the entry has the intended effect. */
  leaveOut(): void {
    this.refused = true;
    this.reportLoss('disabled', 'emulated', because('no-switch'));
  }

  /** Adds the client's own keys without overwriting what the lenses wrote. */
  fillIn(extras: ValueMap): void {
    mergeInto(this.entry, extras);
  }
}

function putInto(map: ValueMap, path: readonly string[], value: Value | undefined): void {
  const [key, ...deeper] = path;
  if (key === undefined || value === undefined) return;
  if (deeper.length === 0) return setOwn(map, key, value);
  const inner = getOwn(map, key);
  // Copied, because the value may belong to the server being written.
  const next: ValueMap = isMap(inner) ? { ...inner } : {};
  putInto(next, deeper, value);
  setOwn(map, key, next);
}

function mergeInto(map: ValueMap, extras: ValueMap): void {
  for (const [key, value] of Object.entries(extras)) {
    const existing = getOwn(map, key);
    if (existing === undefined) setOwn(map, key, value);
    else if (isMap(existing) && isMap(value)) {
      const merged = { ...existing };
      mergeInto(merged, value);
      setOwn(map, key, merged);
    }
  }
}
