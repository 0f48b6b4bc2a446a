import { PlugboardError } from '../../model/diagnostics/error.ts';
import { UnsafeDocument } from '../../registry/install/unsafe-document.ts';
import { sanitizedText } from './shown-text.ts';

/** The result of `work`, which checks what the document of a server says. Throws `registry-document-unsafe`. */
export function safely<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnsafeDocument)) throw error;
    const { field, why } = error;
    throw new PlugboardError('registry-document-unsafe', { name, field: sanitizedText(field, 100), why }, error);
  }
}
