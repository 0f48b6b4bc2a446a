import { writeFileSync } from 'node:fs';

/** Loaded before a measured program: at its end it notes the CPU time and the memory that the program has taken. */
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
  writeFileSync(process.env['PLUGBOARD_BENCH_USAGE'] ?? '', JSON.stringify(usage));
});
