/** Unit tests that are not run under Wine, and why. */
export const notUnderWine: readonly { readonly files: readonly string[]; readonly why: string }[] = [
  {
    why: 'Wine 8 does not create symbolic links that programs recognize as such',
    files: [
      'test/sets/{cleanup,read-set,project-of}.test.ts',
      'test/store/write/apply-plan.test.ts',
      'test/store/journal/history.test.ts',
      'test/store/logs/server-logs.test.ts',
      'test/store/read/read-texts.test.ts',
    ],
  },
  {
    why: 'they expect permission bits or directories of other systems, so they say nothing about Windows',
    files: [
      'test/store/credentials/credentials.test.ts',
      'test/store/approvals/approvals.test.ts',
      'test/runtime/values/resolve-server.test.ts',
    ],
  },
  {
    why: 'they start hundreds of processes, each of which takes a second there; test-windows/kills.test.ts does it once',
    files: [
      'test/store/{crash,kill,many-processes,call-log-writers}.test.ts',
      'test/store/lock/lock.test.ts',
      'test/manage/sync/**',
      'test/manage/switching/**',
      'test/manage/hostile.test.ts',
      'test/sets/launch/**',
    ],
  },
];
