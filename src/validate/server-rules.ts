import { isConfusable } from '../model/confusable.ts';
import { effectiveFields } from '../model/fields/effective-fields.ts';
import { hasVariable } from '../model/reference.ts';
import { maxNameLength, nameIssue } from '../model/server-name.ts';
import { inferTransport, type Transport, transports } from '../model/server.ts';
import { getOwn, type Path, type Value, type ValueMap } from '../model/value.ts';
import { type FieldCheck, isText, isTextList, isTextMap, kindOf, requireMap } from './field-types.ts';
import { checkOptions } from './option-rules.ts';
import type { Report } from './report.ts';

const fieldChecks: readonly (readonly [string, FieldCheck])[] = [
  ['command', isText],
  ['args', isTextList],
  ['env', isTextMap],
  ['url', isText],
  ['headers', isTextMap],
  ['cwd', isText],
  ['title', isText],
  ['description', isText],
];

/** Checks one server by its definition alone. `path` ends in its name. */
export function checkServer(value: Value | undefined, path: Path, report: Report): void {
  checkName(String(path.at(-1)), path, report);
  if (!requireMap(value, path, report)) return;
  const wellTyped = checkTypes(value, path, report);
  // If a field has the wrong type, further checks would only repeat that.
  if (wellTyped) checkTransport(value, path, report);
  checkOptions(value, path, report);
  for (const { key, path: at, clients, isUnreadable, isTarget, value: other } of effectiveFields(value)) {
    if (isUnreadable) report('run-field-unreadable', { key, clients }, [...path, ...at]);
    if (isTarget && other !== value['url'] && other !== value['command'])
      report('second-target', { key }, [...path, ...at], 'key');
  }
}

export function checkName(name: string, path: Path, report: Report): void {
  const issue = nameIssue(name);
  if (issue === 'empty') report('name-empty', {}, path, 'key');
  if (issue === 'too-long') report('name-too-long', { length: name.length, max: maxNameLength }, path, 'key');
  if (issue === 'characters') report('name-characters', { name }, path, 'key');
  if (isConfusable(name)) report('name-confusable', { name }, path, 'key');
}

function declaredTransport(server: ValueMap): { field: string; value: Value | undefined } {
  const field = Object.hasOwn(server, 'type') ? 'type' : 'transport';
  return { field, value: getOwn(server, field) };
}

function checkTypes(server: ValueMap, path: Path, report: Report): boolean {
  const { field, value: declared } = declaredTransport(server);
  let isValid = true;
  if (declared !== undefined && !transports.includes(declared as Transport)) {
    const received = typeof declared === 'string' ? JSON.stringify(declared) : kindOf(declared);
    report('unknown-transport', { received, allowed: transports }, [...path, field]);
    isValid = false;
  }
  for (const [name, check] of fieldChecks) {
    const value = getOwn(server, name);
    if (value !== undefined && !check(value, [...path, name], report)) isValid = false;
  }
  return isValid;
}

function checkTransport(server: ValueMap, path: Path, report: Report): void {
  const command = getOwn(server, 'command');
  const url = getOwn(server, 'url');
  const declared = declaredTransport(server).value;
  const transport = inferTransport({ transport: declared, command, url });
  if (command && url) report('command-and-url', {}, [...path, 'url'], 'key');
  if (transport === 'stdio') {
    if (command === undefined) report('command-missing', {}, [...path, 'command'], 'key');
    else if (command === '') report('command-empty', {}, [...path, 'command']);
  } else {
    if (!url) report('url-missing', { transport }, [...path, 'url'], 'key');
    else if (typeof url === 'string' && !isWebAddress(url)) report('url-invalid', {}, [...path, 'url']);
    if (declared === undefined) report('transport-inferred', { transport }, path, 'key');
  }
  const unused = transport === 'stdio' ? ['headers'] : ['args', 'cwd'];
  for (const field of unused) {
    if (Object.hasOwn(server, field)) report('field-unused', { field, transport }, [...path, field], 'key');
  }
}

/** A URL with a reference cannot be checked before the reference is resolved. */
export function isWebAddress(url: string): boolean {
  return hasVariable(url) || (/^\s*https?:\/\//i.test(url) && URL.canParse(url));
}
