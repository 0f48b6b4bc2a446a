import { freeVariable, variableOf } from '../../manage/secrets/variable-name.ts';
import { withoutSecrets } from '../../manage/secrets/without-secrets.ts';
import { mapTexts } from '../../model/diagnostics/texts.ts';
import { replaceReferences, splitReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import type { SecretRecord } from '../../store/vault/vault-index.ts';
import { secretFingerprint } from '../find/secret-fingerprint.ts';

/** A server with references in place of its secrets. */
export interface ReferringServer {
  readonly server: Server;
  /** The values by the name of the reference. */
  readonly values: ReadonlyMap<string, string>;
}

/** Names the secrets of many servers, so that one name never means two values, and one value has one name. */
export class SecretNames {
  /** By name. A name that the vault has for a value that was not seen has a value that nothing equals. */
  readonly #values = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #known: ReadonlyMap<string, string>;

  constructor(records: readonly SecretRecord[]) {
    this.#known = new Map(records.flatMap(({ name, fingerprint }) => (fingerprint ? [[fingerprint, name]] : [])));
    for (const { name } of records) this.#values.set(name, `\0${name}`);
  }

  /** The server with a reference in place of each secret. */
  async refer(name: string, server: Server): Promise<ReferringServer> {
    const found = withoutSecrets(name, server, this.#values, true);
    const defaults = defaultsIn(server as Value);
    const renamed = new Map<string, string>();
    const values = new Map<string, string>();
    for (const variable of found.variables) {
      const isDefault = found.defaulted?.has(variable) ?? false;
      const value = isDefault ? defaults.get(variable) : this.#values.get(variable);
      if (value === undefined) continue;
      const free = isDefault ? this.#freeName(name, variable, value) : variable;
      const kept = this.#names.get(value) ?? (await this.#inVault(value)) ?? free;
      this.#names.set(value, kept);
      this.#values.set(kept, value);
      if (kept !== variable) renamed.set(variable, kept);
      values.set(kept, value);
    }
    const referenceTo = (name: string | undefined): string | undefined => name && `\${${name}}`;
    const withNames = (text: string): string => replaceReferences(text, (one) => referenceTo(renamed.get(one)));
    return { server: mapTexts(found.server as Value, withNames) as Server, values };
  }

  /** A default keeps the name of its reference, unless that means another value. */
  #freeName(server: string, variable: string, value: string): string {
    const isFree = this.#values.get(variable) === `\${${variable}}`;
    return isFree ? variable : freeVariable([variable, variableOf(server, variable)], value, this.#values);
  }

  /** The name of a value that the vault has. A fingerprint is slow, and a vault without secrets needs none. */
  async #inVault(value: string): Promise<string | undefined> {
    return this.#known.size === 0 ? undefined : this.#known.get(await secretFingerprint(value));
  }
}

/** The defaults of references, by name: `${KEY:-abc}`. */
function defaultsIn(value: Value): Map<string, string> {
  const defaults = new Map<string, string>();
  const visit = (one: Value): void => {
    if (typeof one === 'string') {
      for (const part of splitReferences(one))
        if (typeof part !== 'string' && part.fallback !== undefined) defaults.set(part.name, part.fallback);
    } else if (Array.isArray(one)) one.forEach(visit);
    else if (isMap(one)) Object.values(one).forEach(visit);
  };
  visit(value);
  return defaults;
}
