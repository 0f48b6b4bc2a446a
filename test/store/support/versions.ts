/** A text large enough to be torn, of which every line tells its version. */
export function versionText(version: number): string {
  return `version ${version}\n`.repeat(4000);
}

/** The version of a text; throws when it is not a whole one. */
export function versionOf(text: string): number {
  const version = Number(/^version (\d+)\n/.exec(text)?.[1]);
  if (text !== versionText(version))
    throw new Error(`torn: ${text.length} characters that begin with ${text.slice(0, 40)}`);
  return version;
}

export function nextVersion(text: string): string {
  return versionText(versionOf(text) + 1);
}
