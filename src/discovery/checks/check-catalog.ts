import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { closest } from '../../model/closest.ts';
import { catalog } from '../../model/diagnostics/diagnostic-catalog.ts';
import { definitionFor, everyClient } from '../../model/fields/catalog-fields.ts';
import { catalogId } from '../../model/origin.ts';
import { writableScopes } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, type Path, type Value, type ValueMap } from '../../model/value.ts';
import { kindOf } from '../../validate/field-types.ts';
import type { Report } from '../../validate/report.ts';
import { checkServer } from '../../validate/server-rules.ts';

/** Reports problems in the fields of a catalog entry that are for Plugboard alone. Such a field is ignored. */
export function checkCatalogFields(
  name: string,
  server: Server,
  root: Value | undefined,
  path: Path,
  report: Report,
): void {
  const fields = server as ValueMap;
  const has = (field: string): boolean => Object.hasOwn(fields, field);
  if (has('targets')) checkTargets(fields['targets'], [...path, 'targets'], groupsIn(root), report);
  if (has('clients')) checkOverrides(name, server, [...path, 'clients'], report);
  if (has('package')) checkPackage(fields['package'], [...path, 'package'], report);
}

/** Reports problems in the registries, groups and profiles of a catalog. */
export function checkCatalogRoot(root: Value | undefined, report: Report): void {
  if (!isMap(root)) return;
  const registries = getOwn(root, 'registries');
  if (registries !== undefined) checkTexts(registries, ['registries'], report);
  const [groups, profiles] = [getOwn(root, 'groups'), getOwn(root, 'profiles')];
  if (groups !== undefined && isKind(groups, 'object', ['groups'], report))
    for (const [name, members] of Object.entries(groups)) {
      if (isTarget(name, [])) report('group-shadowed', { name }, ['groups', name], 'key');
      checkTargets(members, ['groups', name], [], report);
    }
  if (profiles === undefined || !isKind(profiles, 'object', ['profiles'], report)) return;
  for (const [name, profile] of Object.entries(profiles)) checkProfile(profile, ['profiles', name], report);
}

function checkTargets(value: Value | undefined, path: Path, groups: readonly string[], report: Report): void {
  if (!Array.isArray(value)) return ignored(value, 'list of clients', path, report);
  for (const [index, one] of value.entries()) {
    if (typeof one !== 'string') ignored(one, 'string', [...path, index], report);
    else if (!isTarget(one, groups)) {
      const near = closest(one, [...nameable, ...groups]);
      report('sync-target-unknown', { target: one, ...(near !== undefined && { near }) }, [...path, index]);
    }
  }
}

const nameable = Object.keys(clients).filter((id) => id !== catalogId);

/** Whether a text names clients: one, one with a scope that it has, a group, or all. */
function isTarget(text: string, groups: readonly string[]): boolean {
  if (text === everyClient || groups.includes(text)) return true;
  const [id = '', scope, ...more] = text.split(':');
  const client: Client | undefined = Object.hasOwn(clients, id) ? clients[id as ClientId] : undefined;
  if (!client || client.verbatim || more.length > 0) return false;
  return scope === undefined || client.locations.some((one) => one.scope === scope && isWritable(one));
}

function isWritable({ scope, variant, unread }: Client['locations'][number]): boolean {
  return writableScopes.includes(scope) && variant === undefined && !unread;
}

function groupsIn(root: Value | undefined): readonly string[] {
  const groups = isMap(root) ? getOwn(root, 'groups') : undefined;
  return isMap(groups) ? Object.keys(groups) : [];
}

function checkOverrides(name: string, server: Server, path: Path, report: Report): void {
  const overrides = (server as ValueMap)['clients'];
  if (!isKind(overrides, 'object', path, report)) return;
  for (const [id, override] of Object.entries(overrides)) {
    if (!isTarget(id, []) || id.includes(':') || id === everyClient) {
      const near = closest(id, nameable);
      report('sync-target-unknown', { target: id, ...(near !== undefined && { near }) }, [...path, id], 'key');
    } else if (override !== false && isKind(override, 'object or false', [...path, id], report)) {
      checkServer(definitionFor(server, id) as Value, [name], (code, args, at, side) => {
        const [field = '', ...deeper] = at.slice(1).map(String);
        // An error would make the server unusable for all clients.
        if (!Object.hasOwn(override, field)) return;
        if (catalog[code].severity !== 'error') report(code, args, [...path, id, ...at.slice(1)], side);
        else report('override-invalid', { client: id, field: [field, ...deeper].join('.') }, [...path, id, field]);
      });
    }
  }
}

function checkPackage(value: Value | undefined, path: Path, report: Report): void {
  if (!isKind(value, 'object', path, report)) return;
  for (const field of ['registry', 'name', 'version', 'server', 'source']) {
    const text = getOwn(value, field);
    const isMissing = text === undefined && (field === 'registry' || field === 'name');
    if (isMissing || (text !== undefined && typeof text !== 'string'))
      ignored(text, 'string', [...path, field], report);
  }
}

function checkProfile(value: Value, path: Path, report: Report): void {
  if (!isKind(value, 'object', path, report)) return;
  const [servers, tools] = [getOwn(value, 'servers'), getOwn(value, 'tools')];
  checkTexts(servers, [...path, 'servers'], report);
  if (tools === undefined || !isKind(tools, 'object', [...path, 'tools'], report)) return;
  for (const [server, filter] of Object.entries(tools)) {
    const at = [...path, 'tools', server];
    if (!isKind(filter, 'object', at, report)) continue;
    for (const side of ['allow', 'deny'])
      if (Object.hasOwn(filter, side)) checkTexts(filter[side], [...at, side], report);
  }
}

function checkTexts(value: Value | undefined, path: Path, report: Report): void {
  if (!Array.isArray(value)) return ignored(value, 'list of strings', path, report);
  for (const [index, one] of value.entries())
    if (typeof one !== 'string') ignored(one, 'string', [...path, index], report);
}

function isKind(value: Value | undefined, expected: string, path: Path, report: Report): value is ValueMap {
  if (isMap(value)) return true;
  ignored(value, expected, path, report);
  return false;
}

function ignored(value: Value | undefined, expected: string, path: Path, report: Report): void {
  report('catalog-field-ignored', { field: path.join('.'), expected, received: kindOf(value) }, path);
}
