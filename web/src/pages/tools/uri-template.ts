const EXPRESSION = /\{([+#./;?&]?)([^{}]+)\}/g;

/** The variable names in a URI template, without duplicates, in order. */
export function templateNames(template: string): string[] {
  return [...new Set([...template.matchAll(EXPRESSION)].flatMap(([, , names = '']) => namesIn(names)))];
}

/** Expands a URI template (RFC 6570); variables without a value are omitted. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(EXPRESSION, (_, operator: string, names: string) => {
    const { first, between, named, isFree } = operators[operator] ?? plain;
    const given = namesIn(names).flatMap((name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined || value === '') return [];
      const text = isFree ? encodeURI(value) : encodeURIComponent(value);
      return [named ? `${name}=${text}` : text];
    });
    return given.length === 0 ? '' : first + given.join(between);
  });
}

function namesIn(names: string): string[] {
  return names.split(',').map((name) => name.replace(/(?:\*|:\d+)$/, '').trim());
}

interface Operator {
  readonly first: string;
  readonly between: string;
  readonly named?: boolean;
  readonly isFree?: boolean;
}

const plain: Operator = { first: '', between: ',' };

const operators: Readonly<Record<string, Operator>> = {
  '+': { first: '', between: ',', isFree: true },
  '#': { first: '#', between: ',', isFree: true },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';', named: true },
  '?': { first: '?', between: '&', named: true },
  '&': { first: '&', between: '&', named: true },
};
