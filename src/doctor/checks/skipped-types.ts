import { findingOn } from '../finding.ts';
import { respellFix } from '../fixes.ts';
import type { Check } from '../types.ts';

/** A server of Claude Code whose type stands under `transport`: we read it, but Claude Code skips the entry. */
export const skippedTypes: Check = ({ host, entries }) =>
  entries.flatMap((subject) => {
    const { client, native } = subject.entry;
    const hasOnlyOther = Object.hasOwn(native, 'transport') && !Object.hasOwn(native, 'type');
    if (client.id !== 'claude-code' || !hasOnlyOther || !Object.hasOwn(native, 'url')) return [];
    const fix = respellFix(host, subject, 'Call it "type"', ['transport']);
    const evidence = ['"transport" is not looked at'];
    const args = { key: 'type', client: client.name };
    return [findingOn(subject, 'type-missing', args, { at: ['transport'], side: 'key', evidence, fix })];
  });
