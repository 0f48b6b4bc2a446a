/** What node-semver calls a version. Anything else is a range or a tag, which moves. */
export function isExactNodeVersion(text: string): boolean {
  if (text.length > 256) return false;
  const [, numbers = '', before, build] = /^v?(\d+\.\d+\.\d+)(?:-([^+]*))?(?:\+(.*))?$/s.exec(text) ?? [];
  if (numbers === '' || !numbers.split('.').every((one) => isNumber(one) && Number(one) <= Number.MAX_SAFE_INTEGER))
    return false;
  const isIdentifier = (one: string): boolean => /^[\dA-Za-z-]{1,250}$/.test(one);
  return (
    (before === undefined ||
      before.split('.').every((one) => isIdentifier(one) && (!/^\d+$/.test(one) || isNumber(one)))) &&
    (build === undefined || build.split('.').every(isIdentifier))
  );
}

/** Without leading zeros. */
function isNumber(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text);
}

const PYTHON =
  /^v?(?:\d+!)?\d+(?:\.\d+)*(?:[-_.]?(?:alpha|a|beta|b|preview|pre|c|rc)[-_.]?\d*)?(?:-\d+|[-_.]?(?:post|rev|r)[-_.]?\d*)?(?:[-_.]?dev[-_.]?\d*)?(?:\+[a-z\d]+(?:[-_.][a-z\d]+)*)?$/i;

/** What PEP 440 calls a version. */
export function isPythonVersion(text: string): boolean {
  return PYTHON.test(text);
}

export function isNugetVersion(text: string): boolean {
  return /^\d+(?:\.\d+){1,3}(?:-[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/.test(text);
}
