/** The pages of docs/ by the group of the site that lists them. Decisions have a group of their own. */
export const groups = {
  Use: ['cli', 'clients', 'registry', 'sync', 'secrets', 'check', 'policy', 'coming-from', 'sets', 'page', 'errors'],
  Run: ['runtime', 'sign-in', 'gateway', 'team', 'scaling', 'agents', 'opencode'],
  Build: ['library', 'architecture', 'adding-a-client', 'formats', 'store', 'testing', 'dependencies', 'releasing'],
  Figures: ['benchmarks', 'conformance', 'security-tests'],
};
