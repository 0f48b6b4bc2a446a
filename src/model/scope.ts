/**
 * Where a definition applies: to all users of the machine (set by an administrator), to one user, to everyone in a
 * project, or to one user in one project.
 */
export const scopes = ['managed', 'user', 'project', 'local'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes that Plugboard writes; managed files belong to an administrator. */
export const writableScopes: readonly Scope[] = ['user', 'project', 'local'];
