import { version } from '../../model/version.ts';

/** Servers that can be added by name alone, as command lines, pinned to this version. */
const presets: Readonly<Record<string, readonly string[]>> = {
  opencode: ['npx', '-y', `plugboard@${version}`, 'opencode'],
  plugboard: ['npx', '-y', `plugboard@${version}`, 'mcp'],
};

export function presetCommand(name: string | undefined): readonly string[] | undefined {
  return name !== undefined && Object.hasOwn(presets, name) ? presets[name] : undefined;
}
