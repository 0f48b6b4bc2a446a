import { afterAll } from 'vitest';
import { closePages } from './open-page.ts';

// A file of its own, run for each file of tests: these share a process, and a module is loaded only once there.
afterAll(closePages);
