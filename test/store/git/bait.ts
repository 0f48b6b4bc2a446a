import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs git as the tests need it: with an identity, without the settings of this machine. */
export function git(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const own = { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: 'pipe', env: { ...own, ...env } });
}

/** Programs that leave a mark when they run, in a directory of their own. */
export interface Marks {
  /** A command line that leaves a mark. */
  line(name: string): string;
  /** A program file that leaves a mark. */
  program(path: string, name: string): string;
  /** The marks that are there. */
  left(): string[];
}

export function marksIn(directory: string): Marks {
  mkdirSync(directory, { recursive: true });
  const line = (name: string): string => `touch '${join(directory, name)}'; cat 2>/dev/null #`;
  return {
    line,
    program(path, name) {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, `#!/bin/sh\ntouch '${join(directory, name)}'\n`);
      chmodSync(path, 0o755);
      return path;
    },
    left: () => (existsSync(directory) ? readdirSync(directory).toSorted() : []),
  };
}

/** Settings by which a repository makes git start programs. */
export function hostileSettings(marks: Marks, hooks: string): string {
  for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'post-merge', 'post-index-change', 'post-checkout'])
    marks.program(join(hooks, hook), `hook-${hook}`);
  const settings: [string, string, string][] = [
    ['core', 'fsmonitor', 'fsmonitor'],
    ['core', 'sshCommand', 'ssh'],
    ['core', 'askPass', 'askpass'],
    ['core', 'pager', 'pager'],
    ['core', 'editor', 'editor'],
    ['core', 'gitProxy', 'proxy'],
    ['core', 'alternateRefsCommand', 'alternate-refs'],
    ['pager', 'rev-list', 'pager-of-command'],
    ['pager', 'status', 'pager-of-status'],
    ['credential', 'helper', 'credential'],
    ['diff', 'external', 'external'],
    ['diff "bait"', 'textconv', 'textconv'],
    ['diff "bait"', 'command', 'diff-command'],
    ['filter "bait"', 'clean', 'clean'],
    ['filter "bait"', 'smudge', 'smudge'],
    ['filter "bait"', 'process', 'process'],
    ['merge "bait"', 'driver', 'merge-driver'],
    ['gpg', 'program', 'gpg'],
    ['alias', 'status', 'alias'],
  ];
  const lines = settings.map(([section, key, name]) => {
    const command = marks.line(name).replaceAll('"', '\\"');
    return `[${section}]\n\t${key} = "${section === 'alias' || name === 'credential' ? '!' : ''}${command}"`;
  });
  return [
    ...lines,
    `[core]\n\thooksPath = ${hooks}`,
    '[protocol "ext"]\n\tallow = always',
    `[remote "origin"]\n\turl = "ext::sh -c touch%20${marks.line('ext').slice(7, 60)}"\n\tpromisor = true`,
    '[extensions]\n\tpartialClone = origin',
    '',
  ].join('\n');
}

/** Makes a directory a repository that is part of the files around it, with hostile settings. */
export function embedRepository(directory: string, marks: Marks): string {
  mkdirSync(directory, { recursive: true });
  git(directory, ['init', '--quiet', '--bare', '.']);
  const settings = hostileSettings(marks, join(directory, 'hooks'));
  const own = '[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = "."\n';
  writeFileSync(join(directory, 'config'), `${own}${settings}`);
  writeFileSync(join(directory, '.gitattributes'), '* filter=bait diff=bait merge=bait\n');
  writeFileSync(join(directory, 'file.txt'), 'text\n');
  return directory;
}

/** Makes a directory a repository with work trees and hostile settings, which has a commit and a changed file. */
export function embedWorkTree(directory: string, marks: Marks): string {
  mkdirSync(directory, { recursive: true });
  git(directory, ['init', '--quiet', '.']);
  writeFileSync(join(directory, '.gitattributes'), '* filter=bait diff=bait merge=bait\n');
  writeFileSync(join(directory, 'file.txt'), 'text\n');
  git(directory, ['add', '--all']);
  git(directory, ['commit', '--quiet', '--message', 'Begin']);
  appendFileSync(join(directory, '.git/config'), hostileSettings(marks, join(directory, '.git/hooks')));
  writeFileSync(join(directory, 'file.txt'), 'other\n');
  return directory;
}
