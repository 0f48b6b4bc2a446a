/** Result of one scenario. */
export interface Score {
  readonly passed: number;
  readonly failed: number;
}

/** Scenarios by name, parsed from the summary at the end of the suite's output. */
export function readSummary(output: string): Map<string, Score> {
  const lines = output
    .slice(output.lastIndexOf('=== SUMMARY ==='))
    .matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  return new Map(
    [...lines].map(([, name = '', passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }]),
  );
}

/**
 * Scenarios with a worse result through the gateway. Fewer checks are acceptable: the gateway responds with JSON where
 * a stream would have nothing to carry, and then there is no stream to check.
 */
export function differences(direct: ReadonlyMap<string, Score>, through: ReadonlyMap<string, Score>): string[] {
  return [...direct].flatMap(([name, { passed, failed }]) => {
    const other = through.get(name);
    return other && other.failed <= failed && (other.passed > 0 || passed === 0) ? [] : [name];
  });
}
