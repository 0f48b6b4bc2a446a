/** Unit tests that cannot pass under Wine, and why. */
export interface Exception {
  readonly why: string;
  /** A file and the full name of a test in it. They are run, and have to fail: one that passes has to be taken off. */
  readonly tests?: readonly string[];
  /** The tests are not run: they take minutes, or fail only now and then. */
  readonly skipped?: true;
  /** Whole files that are not run. */
  readonly files?: readonly string[];
}

export const notUnderWine: readonly Exception[] = [
  {
    why: 'Wine 8 reports success for a symbolic link and creates nothing',
    tests: [
      'test/sets/cleanup.test.ts: cleaning up finds nothing where everything is in order',
      'test/sets/cleanup.test.ts: cleaning up removes links that lead nowhere and no other file',
      'test/sets/cleanup.test.ts: cleaning up leaves what has become good since it was planned',
      'test/sets/cleanup.test.ts: cleaning up goes on behind a failure, and says which',
      'test/sets/cleanup.test.ts: cleaning up leaves links alone that it may not look at, and says when it cannot look at the selections',
      'test/sets/read-set.test.ts: a set that can be used is followed through links',
      'test/sets/read-set.test.ts: a set that cannot be used says why a directory, a link that leads nowhere, one in a circle, and nothing',
      'test/sets/scan.test.ts: scanning is not stopped by a bad file',
      'test/sets/scan.test.ts: a directory that cannot be scanned is a link that leads nowhere',
      'test/manage/sync/twelve-clients.test.ts: syncs the files of twelve clients as people have them, and gives back every byte',
      'test/manage/sync/shared-files.test.ts: changes a file once that two clients reach through a link, and one undo gives it back',
      'test/manage/sync/trust.test.ts: takes a file of the project that is a link to a file of the user for what it is',
      'test/store/crash.test.ts: a process that dies at any step of a plan of 1 file(s) leaves all or nothing (torn writes: false)',
      'test/store/crash.test.ts: a process that dies at any step of a plan of 2 file(s) leaves all or nothing (torn writes: false)',
      'test/store/crash.test.ts: a process that dies at any step of a plan of 3 file(s) leaves all or nothing (torn writes: false)',
      'test/store/crash.test.ts: a process that dies at any step of a plan of 3 file(s) leaves all or nothing (torn writes: true)',
      'test/store/crash.test.ts: a process that dies while it repairs leaves something that can be repaired',
      'test/store/crash.test.ts: a process that dies at any step of renaming a link leaves the old link or the new one',
      'test/store/logs/server-logs.test.ts: the log of servers never follows a link, and never fails',
      'test/store/read/read-texts.test.ts: tells nothing there from something that cannot be read',
      'test/store/policy/read-policies.test.ts: a link into a checkout does not lead around its policy',
      'test/store/journal/history.test.ts: undo goes through links and brings back bytes',
      'test/store/write/apply-plan.test.ts: a symbolic link stays, and what it leads to is replaced or deleted',
      'test/store/write/apply-plan.test.ts: a symbolic link that leads nowhere gets its target',
      'test/store/write/apply-plan.test.ts: a symbolic link that leads in a circle is refused',
      'test/store/write/apply-plan.test.ts: a symbolic link and its target are one file',
    ],
  },
  {
    why: 'it starts the built program, which is not among the compiled tests there; commands.test.ts starts it',
    tests: ['test/manage/vaulted/new-entries.test.ts: a launcher that a sync wrote gives the server its secret'],
  },
  {
    why: 'they use git, which is not installed under Wine',
    tests: [
      'is the top of the repository from everywhere in it, also in what belongs to git',
      'is the same for all worktrees, wherever they are',
      'is the same for worktrees whose links are relative',
      'is the repository itself where there are only worktrees of it',
      'is the folder around a bare repository that is called .git',
      'of a submodule is the submodule, and so for its worktrees',
      'of a repository that is kept elsewhere is where the files are',
      'is a nested repository, not the one around it',
      'is a real path',
      'ignores what only looks like git',
      'is the worktree when its repository is gone',
    ].map((name) => `test/sets/project-of.test.ts: the project of a directory ${name}`),
  },
  {
    why: 'Wine appends in two steps, looking for the end and writing there, so that processes overwrite lines of each other',
    skipped: true,
    tests: [
      'test/store/logs/server-logs.test.ts: the log of servers loses nothing when several processes write',
      'test/store/call-log-writers.test.ts: a call log that is far from full loses no line of several processes, tears none, and stays small',
      'test/store/call-log-writers.test.ts: a call log that is put aside meanwhile loses no line of several processes, tears none, and stays small',
    ],
  },
  {
    why: 'they start up to 500 processes, each of which takes a second or more there; kills.test.ts starts a hundred',
    skipped: true,
    tests: [
      'test/store/approvals/approvals.test.ts: decisions of many at once are all kept, also of several processes',
      'test/store/kill.test.ts: 500 writes with kill -9 at random points: every file is whole, and two files agree',
      'test/manage/hostile.test.ts: many processes at once each find their server in every file afterwards, and the old entries',
      'test/store/many-processes.test.ts: 32 processes add to one file at once, after one that was killed with the lock: nothing is lost',
      'test/store/many-processes.test.ts: 16 processes change the same two files: they agree, and every change counts',
    ],
  },
  {
    why: 'they write thousands of files, which takes minutes there',
    skipped: true,
    tests: [
      'test/sets/scan.test.ts: scanning reads 10,000 files, a bounded number at once, always in the same order',
      'test/store/read/read-texts.test.ts: reads many files in order, a bounded number at once',
    ],
  },
  {
    why: 'they read the sources, which are compiled before they are copied there',
    files: ['test/store/who-writes.test.ts'],
    tests: ['test/runtime/values/end-tree.test.ts: opens no console window on Windows'],
  },
  {
    why: 'they import the tests with real assistants, which run on Linux and macOS only and need a browser',
    files: ['test/clients/run-versions.test.ts'],
  },
  {
    why: 'they try every client, pair of clients or history of edits: half an hour there; others test the same on a few',
    files: [
      'test/manage/translation/every-pair.test.ts',
      'test/manage/switching/every-client.test.ts',
      'test/manage/sync/model.test.ts',
    ],
  },
];
