/** Servers that are added by their name alone, as command lines. */
const presets: Readonly<Record<string, readonly string[]>> = {
  opencode: ['npx', '-y', 'plugboard', 'opencode'],
};

export function presetCommand(name: string | undefined): readonly string[] | undefined {
  return name !== undefined && Object.hasOwn(presets, name) ? presets[name] : undefined;
}
