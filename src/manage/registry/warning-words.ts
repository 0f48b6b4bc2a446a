import type { InstallWarning } from '../../registry/install/warnings.ts';

const words: Readonly<Record<InstallWarning['code'], (what: string) => string>> = {
  deleted: (what) => `The registry deleted this version${reason(what)}.`,
  deprecated: (what) => `This version is deprecated${reason(what)}.`,
  'look-alike': (what) => `The name looks like ${what}. Check that it is the one you mean.`,
  confusable: (what) => `"${what}" contains letters of other alphabets that look like Latin ones.`,
  unpinned: (what) => `${what} has no exact version, so another one may be started later.`,
  shell: (what) => `It runs a shell (${what}), which can run anything.`,
  'install-scripts': (what) => `${what} runs scripts when it is fetched for the first start.`,
  'loads-code': (what) => `${what} makes programs load other code.`,
  'leads-elsewhere': (what) => `${what} redirects traffic or package sources.`,
  'package-place': (what) => `The package is from ${what}, not from where your package manager usually looks.`,
  'runtime-ignored': (what) => `It asks to be started with ${what}, which is not used.`,
  'container-access': (what) => `The container gets access to this machine: ${what}.`,
  'plain-http': (what) => `${what} is not encrypted.`,
  'bundle-unsigned': () => 'The bundle is not signed.',
  'bundle-signed': (what) =>
    `The bundle is signed by ${what}. The certificate is not checked against those that you trust.`,
  'bundle-signature-invalid': (what) => `The bundle is signed in the name of ${what}, but it was changed since.`,
  new: (what) => `This version was published on ${what.slice(0, 10)}.`,
};

/** A warning as a sentence. */
export function warningWords({ code, what }: InstallWarning): string {
  return words[code](what);
}

function reason(what: string): string {
  return what === '' ? '' : `: ${what.replace(/\.+$/, '')}`;
}
