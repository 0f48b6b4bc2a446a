import { version } from '../../model/version.ts';

/** Servers that are added by their name alone, as command lines; of this very version, as we tell others to do. */
const presets: Readonly<Record<string, readonly string[]>> = {
  opencode: ['npx', '-y', `plugboard@${version}`, 'opencode'],
};

export function presetCommand(name: string | undefined): readonly string[] | undefined {
  return name !== undefined && Object.hasOwn(presets, name) ? presets[name] : undefined;
}
