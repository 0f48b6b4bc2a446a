/**
 * Where a definition counts: for everyone on the machine (set by an administrator), for one person, for everyone who
 * works in a project, or for one person in one project.
 */
export const scopes = ['managed', 'user', 'project', 'local'] as const;
export type Scope = (typeof scopes)[number];

/** Those a person may write; an administrator's files are not ours to touch. */
export const writableScopes: readonly Scope[] = ['user', 'project', 'local'];
