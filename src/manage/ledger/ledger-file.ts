import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Scope } from '../../model/scope.ts';
import { isMap, type ValueMap } from '../../model/value.ts';

/**
 * What we have put into somebody's file and must be able to take back: containers, and the file itself, that were not
 * there before us, and entries parked because their client has no switch. It stands in our state directory, one ledger
 * for each file, never in a client's file, and changes in the same step as the file it speaks of.
 */
export interface Ledger {
  readonly version: 1;
  readonly path: string;
  /** By place in the file. */
  readonly created: Record<string, Created>;
  /** By name. */
  readonly parked: Record<string, Parked>;
}

export interface Created {
  /** How many containers around the servers, from the inside out. */
  readonly levels: number;
  /** The file itself. */
  readonly file: boolean;
  /** Directories made for the file, the outermost first. */
  readonly directories?: readonly string[];
}

export interface Parked {
  /** The entry as it stood in the file. */
  readonly native: ValueMap;
  /** The file with the entry, to be put back as it was when nobody has touched the file since. */
  readonly before: string;
  readonly after: string;
  /** Whose it is; several clients may read the file. */
  readonly client?: string;
  readonly scope?: Scope;
  readonly variant?: string;
}

/** Undefined when somebody has damaged it. */
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

/** What a damaged ledger said cannot be known, so nothing is built on it and nothing written over it. */
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
