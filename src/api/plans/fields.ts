import { z } from 'zod';
import { writableScopes } from '../../model/scope.ts';
import type { TargetRef } from '../contract/common.ts';
import type { NewServer } from '../contract/plans.ts';

/** Parts of operations that several of them have. */
export const name = z.string().min(1, 'it needs a name').max(200);
export const names = z.array(name).min(1, 'name at least one');
export const source = z.string().max(100);
export const server = z.record(z.string(), z.unknown());

export const target: z.ZodType<TargetRef> = z
  .object({
    client: z.string(),
    scope: z.enum(writableScopes as ['user', 'project', 'local'], 'it has to be user, project or local'),
    variant: z.string().optional(),
  })
  .transform(({ variant, ...rest }) => ({ ...rest, ...(variant !== undefined && { variant }) }));

export const targets = z.array(target).min(1, 'choose where to write it');

export const newServer: z.ZodType<NewServer> = z
  .object({ name, server, source: source.optional() })
  .transform(({ source: from, ...rest }) => ({ ...rest, ...(from !== undefined && { source: from }) }));

/** Leaves out what is undefined, as the types want it. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
