import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { protocolTools } from '../../scripts/setup/protocol-tools.mjs';
import { runToEnd } from './run-to-end.ts';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/**
 * Runs all official checks of a revision against a server: one run of all takes less time than a few one by one. Returns
 * a function that expects a scenario to have passed.
 */
export async function runConformanceChecks(url: string, version: string): Promise<(scenario: string) => void> {
  const tools = protocolTools();
  const out = mkdtempSync(join(homedir(), 'conformance-'));
  const patiently = ['--import', new URL('./patient-timers.mjs', import.meta.url).href];
  const args = ['server', '--url', url, '--suite', 'all', '--spec-version', version, '-o', out];
  const { stdout, stderr } = await runToEnd(tools.node, [...patiently, tools.conformance, ...args], out);
  return (scenario) => {
    const folder = readdirSync(out).find((name) => name.replace(/^server-/, '').startsWith(`${scenario}-20`));
    if (folder === undefined) throw new Error(stdout + stderr);
    const checks = JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8')) as Check[];
    expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true);
    // Some can only be tried with tools that no real server has.
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    expect(failed.filter(({ errorMessage }) => !errorMessage?.startsWith('Not testable'))).toEqual([]);
  };
}
