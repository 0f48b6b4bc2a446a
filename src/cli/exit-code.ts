export const ExitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  invalidConfig: 3,
  findings: 6,
} as const;
