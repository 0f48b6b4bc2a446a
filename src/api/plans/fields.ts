import * as z from 'zod';
import { MOST_SERVERS } from '../../manage/paste/read-servers.ts';
import { writableScopes } from '../../model/scope.ts';
import type { TargetRef } from '../contract/common.ts';
import type { NewServer } from '../contract/plans.ts';

/** Plans are made one server at a time, so the number per request is limited. */
const MOST_TARGETS = 200;

export const tooMany = (most: number): string => `more than ${most}; split it into several steps`;

/** Schemas that several operations share. */
export const name = z.string().min(1, 'a name is required').max(200);
export const names = z.array(name).min(1, 'name at least one').max(MOST_SERVERS, tooMany(MOST_SERVERS));
export const source = z.string().max(100);
export const server = z.record(z.string(), z.unknown());

export const target: z.ZodType<TargetRef> = z
  .object({
    client: z.string(),
    scope: z.enum(writableScopes as ['user', 'project', 'local'], 'must be user, project or local'),
    variant: z.string().optional(),
  })
  .transform(({ variant, ...rest }) => ({ ...rest, ...(variant !== undefined && { variant }) }));

/** See `ReferencePaths`. */
export const references = z.union([z.literal(true), z.array(z.string().max(4096)).max(1000)]).optional();

export const targets = z.array(target).min(1, 'choose at least one file').max(MOST_TARGETS, tooMany(MOST_TARGETS));

export const newServer: z.ZodType<NewServer> = z
  .object({ name, server, source: source.optional() })
  .transform(({ source: from, ...rest }) => ({ ...rest, ...(from !== undefined && { source: from }) }));

/** Omits undefined fields, as the types require. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
