import { textOf } from './quick-files.ts';

/** Settings that say nothing about where packages are from, or what runs. */
const HARMLESS =
  /^(?:save|save-exact|save-prefix|save-dev|engine-strict|fund|audit|audit-level|audit-signatures|loglevel|color|legacy-peer-deps|strict-peer-dep(?:endencie)?s|auto-install-peers|package-lock|progress|shamefully-hoist|node-linker|update-notifier|resolution-mode|ignore-scripts|min-release-age|minimum-release-age|prefer-offline|prefer-online|public-hoist-pattern(?:\[\])?|hoist|\/\/[\w.-]+\/[\w./-]*:_authToken)$/;

/** Whether a `.npmrc` leaves alone where packages are from and what runs. Lines are split as npm's parser splits them. */
export function isHarmlessNpmrc(path: string): boolean {
  const text = textOf(path);
  if (text === undefined) return true;
  return (
    text !== false &&
    text.split(/[\r\n]+/).every((line) => {
      if (/^\s*(?:[;#]|$)/.test(line)) return true;
      const [key = ''] = line.split('=');
      return HARMLESS.test(key.trim());
    })
  );
}
