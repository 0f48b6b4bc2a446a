import type { TestProject } from 'vitest/node';
import { createPrefix, removePrefix } from './wine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory of Wine; empty on Windows itself. */
    prefix: string;
  }
}

/** One Windows for all test files, because it takes seconds to start. */
export function setup(project: TestProject): () => void {
  if (process.platform === 'win32') {
    project.provide('prefix', '');
    return () => {};
  }
  const prefix = createPrefix();
  project.provide('prefix', prefix);
  return () => removePrefix(prefix);
}
