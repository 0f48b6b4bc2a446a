import { PlugboardError } from '../../model/diagnostics/error.ts';
import { Refusal } from '../refusal.ts';

/** Says of a name that is taken in which field of the form it stands. */
export async function namingField<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.code !== 'server-exists') throw error;
    const { file } = (error as PlugboardError<'server-exists'>).data;
    throw new Refusal(409, { code: error.code, field, message: error.message, file });
  }
}
