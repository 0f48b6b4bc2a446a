import { PlugboardError } from '../../model/diagnostics/error.ts';
import { HttpError } from '../http-error.ts';

/** Adds the form field to a name-conflict error. */
export async function withErrorField<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.code !== 'server-exists') throw error;
    const { file } = (error as PlugboardError<'server-exists'>).data;
    throw new HttpError(409, { code: error.code, field, message: error.message, file });
  }
}
