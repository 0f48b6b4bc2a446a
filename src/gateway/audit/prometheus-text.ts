/** One value with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Appended to the name, for the series of a histogram or a summary. */
  readonly suffix?: string;
}

export function counter(name: string, help: string, samples: readonly Sample[]): string {
  return family('counter', name, help, samples);
}

export function gauge(name: string, help: string, samples: readonly Sample[]): string {
  return family('gauge', name, help, samples);
}

export function histogram(name: string, help: string, samples: readonly Sample[]): string {
  return family('histogram', name, help, samples);
}

export function summary(name: string, help: string, samples: readonly Sample[]): string {
  return family('summary', name, help, samples);
}

function family(type: string, name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelText(labels: Sample['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
