/** What the suite found of one scenario. */
export interface Score {
  readonly passed: number;
  readonly failed: number;
}

/** Scenarios by name, as they stand in the summary that the suite prints at its end. */
export function readSummary(output: string): Map<string, Score> {
  const lines = output
    .slice(output.lastIndexOf('=== SUMMARY ==='))
    .matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  return new Map(
    [...lines].map(([, name = '', passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }]),
  );
}

/**
 * Scenarios that come out worse through the gateway than without. Fewer checks are no harm: the gateway answers as JSON
 * where a stream has nothing to carry, and then there is no stream to be looked at.
 */
export function differences(direct: ReadonlyMap<string, Score>, through: ReadonlyMap<string, Score>): string[] {
  return [...direct].flatMap(([name, { passed, failed }]) => {
    const other = through.get(name);
    return other && other.failed <= failed && (other.passed > 0 || passed === 0) ? [] : [name];
  });
}
