import { readFileSync, writeFileSync } from 'node:fs';

/** Loaded before a measured program: at its end it notes the CPU time and the memory that the program has taken. */
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: (ownPeak() ?? maxRSS) / 1024 };
  writeFileSync(process.env['PLUGBOARD_BENCH_USAGE'] ?? '', JSON.stringify(usage));
});

/**
 * The peak of this program in KB, where the system tells. On Linux `maxRSS` includes what the process held before it
 * became this program, which is what the measuring program held.
 *
 * @returns {number | undefined}
 */
function ownPeak() {
  if (process.platform !== 'linux') return undefined;
  const [, peak] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return peak === undefined ? undefined : Number(peak);
}
