/** Prefixes that services use for their keys. */
const PREFIXES = [
  'gh[opsur]_|github_pat_|gl[a-z]{2,5}-|ATATT|ATBB|dckr_pat_|npm_|pypi-|tfp_|hvs\\.|dp\\.[a-z]{2}\\.|ops_',
  'sk-|sk_(?:live|test)_|rk_(?:live|test)_|pk-lf-|whsec_|gsk_|hf_|r8_|xai-|pplx-|tvly-|fc-|pcsk_|lsv2_|ctx7sk-|apify_api_|BSA',
  'xox[a-z]-|xoxe\\.|xapp-|secret_|ntn_|lin_(?:api|oauth)_|figd_|pat[A-Za-z0-9]{14}\\.|sntry[a-z]_|gls?[ac]_|NRAK-|PMAK-',
  'do[opr]_v1_|HRKU-|nfp_|rnd_|fm[12]_|pscale_[a-z]+_|napi_|sb[a-z]_|dapi|shp[a-z]{2}_|SG\\.|key-|sq0[a-z]{3}-|EAAA',
  'AKIA|ASIA|AIza|ya29\\.|GOCSPX-|AGE-SECRET-KEY-',
].join('|');

/** A key recognizable by its prefix anywhere in a text. It contains a digit, unlike `npm_config_registry`. */
const MARKED = `(?<![A-Za-z0-9_-])(?:${PREFIXES})(?=[A-Za-z_.-]{0,60}\\d)[A-Za-z0-9_.-]{8,}`;
const SIGNED = '(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*)?';
const BOT = '(?<!\\d)\\d{8,10}:[A-Za-z0-9_-]{30,}';
export const KEY_START = '-----BEGIN ';
const PRIVATE_KEY = `${KEY_START}[A-Z ]{0,40}PRIVATE KEY-----[^"']*`;

const SECRET_SHAPE = new RegExp([MARKED, SIGNED, BOT, PRIVATE_KEY].join('|'), 'g');

/** Replaces keys that are recognizable by themselves. */
export function replaceShapes(text: string, replace: (found: string, start: number) => string): string {
  return text.replaceAll(SECRET_SHAPE, replace);
}

/** The shortest run that can look random. */
const SHORTEST_RUN = 24;

/** Replaces long random-looking runs of letters and digits, such as the lines of a key file. */
export function replaceRandom(text: string, replace: (found: string) => string): string {
  if (text.length < SHORTEST_RUN) return text;
  const change = (run: string, offset: number): string => {
    return isRandom(run) && !isIdentifier(run, text.slice(Math.max(0, offset - 7), offset)) ? replace(run) : run;
  };
  return text.replaceAll(/[A-Za-z0-9_+-]{24,}/g, change).replaceAll(/[A-Za-z0-9_+/=-]{40,}/g, change);
}

const UUID = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi;

/** A digest or a pinned commit is an identifier, not a secret. */
function isIdentifier(run: string, before: string): boolean {
  return (
    /sha\d{3}[:=-]$/.test(before) || /^sha\d{3}-/.test(run) || (/[@#]$/.test(before) && /^[0-9a-f]{40}$/.test(run))
  );
}

/** A UUID counts as an identifier too; if it is a secret, its name says so. */
function isRandom(found: string): boolean {
  const run = found.replaceAll(UUID, '');
  const changes = run.match(/[A-Za-z][0-9]|[0-9][A-Za-z]|[a-z][A-Z]/g)?.length ?? 0;
  return changes * 5 > run.length;
}
