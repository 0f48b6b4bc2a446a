import type { Server } from '../model/server.ts';
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

/** A path may be the program to run in the container, or data that was mounted into it. */
export function refuseInContainer(first: string): void {
  const isPath = /^[^-]*[/\\]/.test(first) && !/^[a-z]+:/i.test(first);
  if (isPath && /\/s?bin\//.test(first)) unproven(`${first} may be a program in the container`);
}

/** Options after a package, which the runner may read itself. */
export function refuseOptionsAfter(word: string, { flags }: Starter, after: readonly string[]): void {
  const end = after.indexOf('--');
  const options = (end === -1 ? after : after.slice(0, end)).find((arg) => arg.startsWith('-') && !flags.test(arg));
  if (options !== undefined) unproven(`the option ${options}, which ${word} may read itself`);
}

const ADDRESS = /^(?:https?|wss?):\/\/[^\s\\@/?#%${}]+(?:[/?#][^\s\\]*)?$/i;

/** Refuses what is no plain address of a server. */
export function readAddress({ url, command }: Server): void {
  if (command !== undefined && command !== '') unproven('it has both a command and an address');
  if (typeof url !== 'string' || !ADDRESS.test(url) || !URL.canParse(url)) unproven('the address');
}
