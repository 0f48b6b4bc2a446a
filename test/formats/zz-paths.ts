import { isMap, type Path, type Value } from '../../src/model/value.ts';
export function pathsOf(value: Value | undefined, base: Path = []): Path[] {
  const steps: [string | number, Value][] = Array.isArray(value) ? [...value.entries()] : isMap(value) ? Object.entries(value) : [];
  return steps.flatMap(([step, child]) => [[...base, step], ...pathsOf(child, [...base, step])]);
}
