import { getOwn } from '../model/value.ts';
import type { Assigned } from './prove-variables.ts';
import type { Starter } from './starters.ts';

/** Thrown and caught by the proof only: the rest of a line has no meaning once a part of it is not proven. */
export class Unproven extends Error {}

export function unproven(what: string): never {
  throw new Unproven(what);
}

interface Options {
  /** Where they end. */
  readonly at: number;
  readonly named: readonly string[];
  readonly added: readonly string[];
  readonly variables: readonly Assigned[];
}

/** The options before the package, each of which must be known. */
export function optionsOf(word: string, starter: Starter, args: readonly string[]): Options {
  const [named, added, variables]: [string[], string[], Assigned[]] = [[], [], []];
  let at = 0;
  while (isOption(args[at])) {
    const option = args[at] as string;
    at += 1;
    if (starter.flags.test(option)) continue;
    const [, name = option, own] = /^(--[^=]+)=(.*)$/s.exec(option) ?? [];
    const value = own ?? args[at] ?? '';
    if (own === undefined) at += 1;
    if (starter.named.includes(name)) named.push(value);
    else if (starter.added?.includes(name)) added.push(value);
    else if (starter.variables?.includes(name)) variables.push(...variableOf(option, value));
    else if (!getOwn(starter.valued, name)?.test(value)) unproven(`the option ${option} of ${word}`);
  }
  return { at, named, added, variables };
}

function isOption(word: string | undefined): boolean {
  return word !== undefined && word.startsWith('-') && word !== '--';
}

/** What an option such as `-e NAME=value` sets; without a value it passes on what the client has. */
function variableOf(option: string, value: string): Assigned[] {
  const [, key = '', text] = /^(\w+)(?:=(.*))?$/s.exec(value) ?? [];
  if (key === '') unproven(`${option} ${value}`);
  return text === undefined ? [] : [assigned(key, text, text)];
}

export function assigned(name: string, value: unknown, written: unknown): Assigned {
  return { name, value: String(value), written: String(written ?? value) };
}
