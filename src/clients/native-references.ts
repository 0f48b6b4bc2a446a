import { because, type Loss, type LossReason } from '../model/diagnostics/loss.ts';
import { commandReference, splitReferences } from '../model/reference.ts';
import type { Scope } from '../model/scope.ts';
import { isMap, setOwn, type Value, type ValueMap } from '../model/value.ts';
import type { References, ReferenceSyntax } from './types.ts';

/** Predefined variables of editors. They are spelled like environment variables. */
const EDITOR_VARIABLE = /^(?:workspaceFolder|workspaceFolderBasename|userHome|pathSeparator)$/;

type LossReporter = (field: string, action: Loss['action'], reason: LossReason) => void;

/** References of other systems that canonical text may contain: a password store item, a prompt for the user. */
const FOREIGN = /\$\{[a-z][a-z0-9+.-]*:(?!-)[^}]*\}/i;

/** Converts canonical references to the client's syntax. Unsupported references are omitted and reported as losses. */
export class ReferenceWriter {
  readonly #references: References;
  readonly #scope: Scope;
  readonly #reportLoss: LossReporter;

  constructor(references: References, scope: Scope, reportLoss: LossReporter) {
    this.#references = references;
    this.#scope = scope;
    this.#reportLoss = reportLoss;
  }

  write(value: Value, field: string): Value | undefined {
    if (typeof value === 'string') return this.#isUnchanged(value) ? value : this.#text(value, field);
    if (Array.isArray(value)) {
      const list: Value[] = [];
      for (const [index, item] of value.entries()) {
        const written = this.#isUnchanged(item) ? item : this.write(item, `${field}.${index}`);
        if (written !== undefined) list.push(written);
      }
      return list;
    }
    if (!isMap(value)) return value;
    const map: ValueMap = {};
    for (const key of Object.keys(value)) {
      const item = value[key] as Value;
      const written = this.#isUnchanged(item) ? item : this.write(item, `${field}.${key}`);
      if (written !== undefined) setOwn(map, key, written);
    }
    return map;
  }

  /** Most texts have no reference; this finds out without the name of their field and without a pattern search. */
  #isUnchanged(value: Value): boolean {
    if (typeof value !== 'string' || value.includes('$') || value.startsWith('!')) return false;
    return this.#references.syntax?.alsoExpands?.test(value) !== true;
  }

  #text(text: string, field: string): string | undefined {
    const command = commandReference(text);
    if (command !== undefined) return this.#command(command, field);
    const { syntax } = this.#references;
    let written = '';
    for (const part of splitReferences(text)) {
      const expanding = typeof part === 'string' ? undefined : this.#syntaxFor(field, part.name);
      if (typeof part === 'string') {
        if (!this.#plain(part, field)) return undefined;
        written += part;
      } else if (EDITOR_VARIABLE.test(part.name)) {
        const place = `\${${part.name}}`;
        if (!syntax?.foreign?.test(place)) {
          this.#reportLoss(field, 'dropped', because('reference-unknown', place));
          return undefined;
        }
        written += place;
      } else if (expanding) {
        if (part.fallback !== undefined && !expanding.fallback) {
          this.#reportLoss(field, 'mapped', because('reference-default-unknown', part.name));
        }
        written += expanding.write(part.name, expanding.fallback ? part.fallback : undefined);
      } else if (part.fallback !== undefined) {
        this.#reportLoss(field, 'mapped', because('reference-default-written', part.name));
        written += part.fallback;
      } else {
        this.#reportLoss(field, 'dropped', because('reference-not-expanded', part.name));
        return undefined;
      }
    }
    return written;
  }

  #command(command: string, field: string): string | undefined {
    const { commands } = this.#references;
    if (commands?.fields.includes(field.split('.')[0] ?? field)) return commands.write(command);
    this.#reportLoss(field, 'dropped', because('command-value-unsupported'));
    return undefined;
  }

  /** Whether plain text can be written unchanged. */
  #plain(text: string, field: string): boolean {
    const { syntax } = this.#references;
    const foreign = FOREIGN.exec(text);
    if (foreign && !syntax?.foreign?.test(foreign[0])) {
      this.#reportLoss(field, 'dropped', because('reference-unknown', foreign[0]));
      return false;
    }
    if (syntax?.alsoExpands?.test(text)) this.#reportLoss(field, 'mapped', because('reference-misread'));
    return true;
  }

  /** The syntax of a reference to this variable; undefined if the client does not expand it here. */
  #syntaxFor(path: string, name: string): ReferenceSyntax | undefined {
    const field = path.split('.')[0] ?? path;
    const { syntax, fieldsIn, scopes } = this.#references;
    const fields = fieldsIn?.[this.#scope] ?? this.#references.fields;
    const isExpanded = (fields?.includes(field) ?? true) && (scopes?.includes(this.#scope) ?? true);
    return isExpanded && syntax?.names?.test(name) !== false ? syntax : undefined;
  }
}

export function readReferences(references: References, value: Value): Value {
  const { syntax } = references;
  if (!syntax) return value;
  if (typeof value === 'string') return syntax.read(value);
  if (Array.isArray(value)) return value.map((item) => readReferences(references, item));
  if (!isMap(value)) return value;
  const map: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setOwn(map, key, readReferences(references, item));
  return map;
}
