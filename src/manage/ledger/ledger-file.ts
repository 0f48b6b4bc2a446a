import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Scope } from '../../model/scope.ts';
import { isMap, type ValueMap } from '../../model/value.ts';

/**
 * Records what Plugboard added to a client's file and must be able to remove: containers and files it created, and
 * entries parked because their client has no switch. There is one ledger per file, in our state directory, updated in
 * the same transaction as the file it describes.
 */
export interface Ledger {
  readonly version: 1;
  readonly path: string;
  /** By path in the file. */
  readonly created: Record<string, Created>;
  /** By name. */
  readonly parked: Record<string, Parked>;
}

export interface Created {
  /** How many containers around the servers we created, from the inside out. */
  readonly levels: number;
  /** Whether we created the file. */
  readonly file: boolean;
  /** Directories created for the file, outermost first. */
  readonly directories?: readonly string[];
}

export interface Parked {
  /** The entry as it was in the file. */
  readonly native: ValueMap;
  /** The file's text with the entry, to restore byte for byte if the file has not changed since. */
  readonly before: string;
  readonly after: string;
  /** The owning client; several clients may read the file. */
  readonly client?: string;
  readonly scope?: Scope;
  readonly variant?: string;
}

/** Undefined when it is corrupt. */
export function parseLedger(text: string): Ledger | undefined {
  try {
    const ledger = JSON.parse(text) as Ledger;
    const { version, path, created, parked } = ledger;
    const whole = version === 1 && typeof path === 'string' && isMap(created) && isMap(parked);
    return whole && Object.values(created).every(isCreated) && Object.values(parked).every(isParked)
      ? ledger
      : undefined;
  } catch {
    return undefined;
  }
}

/** The contents of a corrupt ledger are unknown, so it is neither used nor overwritten. */
export function expectLedger(text: string, file: string, about: string): Ledger {
  const ledger = parseLedger(text);
  if (ledger) return ledger;
  const reason = `Plugboard's notes about ${about} are damaged; delete them if it has nothing switched off there`;
  throw new PlugboardError('document-malformed', { diagnostics: [diagnostic('unreadable', { reason }, { file })] });
}

function isCreated({ levels, file, directories = [] }: Created): boolean {
  return typeof levels === 'number' && typeof file === 'boolean' && Array.isArray(directories);
}

function isParked({ native, before, after }: Parked): boolean {
  return isMap(native) && typeof before === 'string' && typeof after === 'string';
}
