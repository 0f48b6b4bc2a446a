export interface MetricSample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** Labels contain what users call themselves, such as line separators, which a dot matches only with this flag. */
const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/s;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/gs;

/** Reads the Prometheus text format. */
export function metricSamples(text: string): MetricSample[] {
  return text.split('\n').flatMap((line): MetricSample[] => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || line.startsWith('#')) return [];
    const pairs = Array.from(labels.matchAll(LABEL), ([, key = '', raw = '']) => [key, unescaped(raw)] as const);
    return [{ name, labels: new Map(pairs), value: Number(value) }];
  });
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, character: string) => (character === 'n' ? '\n' : character));
}
