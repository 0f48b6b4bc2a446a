import { isRetries, isTimeout, type Platform, platforms } from '../model/server.ts';
import { getOwn, isMap, type Path, type Value, type ValueMap } from '../model/value.ts';
import { type FieldCheck, isText, isTextList, kindOf, requireMap } from './field-types.ts';
import type { Report } from './report.ts';

/** Checks options with a default: an invalid value is a warning and does not make the server unusable. */
export function checkOptions(server: ValueMap, path: Path, report: Report): void {
  const has = (field: string): boolean => Object.hasOwn(server, field);
  const name = getOwn(server, 'name');
  const key = String(path.at(-1));
  if (name !== undefined && name !== key) report('name-differs', { name: display(name), key }, [...path, 'name']);
  if (has('enabled') || has('disabled')) checkSwitch(server, path, report);
  if (has('timeout')) checkTimeout(getOwn(server, 'timeout'), [...path, 'timeout'], report);
  if (has('retries')) checkRetries(getOwn(server, 'retries'), [...path, 'retries'], report);
  if (has('platforms')) checkPlatforms(getOwn(server, 'platforms') as Value, [...path, 'platforms'], report);
  if (has('auth')) checkAuth(getOwn(server, 'auth'), [...path, 'auth'], report);
  if (has('tools')) checkTools(getOwn(server, 'tools'), [...path, 'tools'], report);
}

function display(value: Value | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : kindOf(value);
}

function checkSwitch(server: ValueMap, path: Path, report: Report): void {
  for (const field of ['enabled', 'disabled']) {
    const value = getOwn(server, field);
    if (value === undefined || typeof value === 'boolean') continue;
    report('switch-ignored', { field, received: display(value) }, [...path, field]);
  }
  const enabled = getOwn(server, 'enabled');
  if (typeof enabled === 'boolean' && enabled === getOwn(server, 'disabled')) {
    report('switch-conflict', {}, [...path, 'disabled'], 'key');
  }
}

function checkTimeout(value: Value | undefined, path: Path, report: Report): void {
  if (!isTimeout(value)) report('timeout-ignored', { received: display(value) }, path);
}

function checkRetries(value: Value | undefined, path: Path, report: Report): void {
  if (!isRetries(value)) report('retries-ignored', { received: display(value) }, path);
}

function checkPlatforms(value: Value, path: Path, report: Report): void {
  if (!isTextList(value, path, report)) return;
  for (const [index, platform] of (value as string[]).entries()) {
    if (platforms.includes(platform as Platform)) continue;
    report('platform-unknown', { platform: JSON.stringify(platform), allowed: platforms }, [...path, index]);
  }
}

function checkAuth(value: Value | undefined, path: Path, report: Report): void {
  if (!requireMap(value, path, report)) return;
  const type = getOwn(value, 'type');
  if (type !== 'oauth') return report('auth-unknown', { received: display(type) }, [...path, 'type']);
  for (const [field, check] of authChecks) {
    const setting = getOwn(value, field);
    if (setting !== undefined) check(setting, [...path, field], report);
  }
}

const authChecks: readonly (readonly [string, FieldCheck])[] = [
  ...['credentialId', 'clientId', 'clientSecret', 'redirectUri', 'tokenUrl', 'authorizationUrl', 'metadataUrl'].map(
    (field) => [field, isText] as const,
  ),
  ['scopes', isTextList],
];

function checkTools(value: Value | undefined, path: Path, report: Report): void {
  if (!isMap(value)) return;
  for (const list of ['allow', 'deny']) {
    const names = getOwn(value, list);
    if (names !== undefined) isTextList(names, [...path, list], report);
  }
}
