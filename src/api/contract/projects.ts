import type { PathView } from './common.ts';

/** `GET /api/projects`: the projects whose page was opened before, latest first. */
export type ProjectsAnswer = readonly ProjectView[];

export interface ProjectView {
  readonly project: PathView;
  readonly isCurrent: boolean;
}

/** `POST /api/projects/open` with `{path}` of a listed project: serves its page if needed. */
export interface OpenProjectAnswer {
  /** A sign-in link to its page. */
  readonly link: string;
}
