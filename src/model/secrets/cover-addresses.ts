import { decodeUri } from '../decode-uri.ts';
import { cover, COVER, coverValue } from './cover.ts';
import { isOpaque } from './ordinary-value.ts';
import { isAboutSecret, isSecretName } from './secret-name.ts';

/** `https://TOKEN@host` and `https://TOKEN:x@host`: either part may be the key. The user `git` is not a secret. */
const WEB_USER = /((?:https?|wss?):\/\/)([^\s/?#"']{1,300})(?=@)/gi;
/** A password may contain a slash, unless the text before it looks like a port. */
const PASSWORD = /(\/\/[^\s/:@"']{0,200}:)((?:[^\s"'/]{1,300}|(?!\d{1,5}\/)[^\s"'@]{1,300})(?=@))/g;
const PARAMETER = /([?&#;]([\w.~%[\]-]{1,60})=)((?:[^&\s"'#]|'(?=[^\s"',;)}\]]))+)/g;
/** `;Password=…` in a connection string: quoted, in braces, or up to the next semicolon. */
const SETTING =
  /(;[ \t]{0,10}([A-Za-z][\w .-]{0,60}?)[ \t]{0,10}=[ \t]{0,10})(\\"(?:[^"\\\n]|\\(?!"))*\\"|''(?:[^'\n]|'(?!'))*''|"[^"\n]*"(?=[;'\s]|$)|'(?:[^'\n]|'')*'(?=[;"\s]|$)|\{[^}\n]*\}|(?:[^;\n"'\\]|["'](?![\s,;\]})]|$)|\\(?!"))*)/g;
/** `name:password@tcp(host)/db` and `name:password@host:port/db`, without a scheme. A digest of an image is no host. */
const BARE_LOGIN =
  /(?<![\w:/@.-])([A-Za-z][\w.+-]{0,60}:)(?!\/\/)([^\s"']{1,200})(?=@(?:\w{0,20}\(|\/|[A-Za-z\d.-]{1,200}:\d{2,5}(?:[/?"',\s]|$)))/g;
/** `name/password@host:port/service` and `jdbc:oracle:thin:name/password@…` of Oracle. */
const ORACLE_LOGIN =
  /((?:jdbc:oracle:\w{1,10}:|(?<![\w:/@.-]))[A-Za-z][\w$#]{0,60}\/)([^\s"'@/]{1,200})(?=@(?:\/\/)?[\w.-]{1,200}:\d{2,5}(?:[/:"',\s]|$))/g;
/** `?abc`, `#abc`: a value without a name. */
const BARE = /([?#])([\w.~%+/-]{12,500})(?=$|[\s"'<>)&#])/g;
/** `curl -u name:password`, `-uname:password`. A numeric `uid:gid` is not a password. */
const USER_OPTION =
  /((?<![\w-])(?:-u|--user(?=[=\s"',]))(?:=|["']?[\s,]{1,80}["']?)?[^\s:/"',]{1,100}:)([^\s/"',]{1,300})(?=["',\s]|$)/g;

/** Every pattern above needs one of these, and most values have none. */
const IN_ADDRESSES = /[@?&#;:]/;

/** Covers users, passwords and parameters of URLs that are or may be secret. */
export function coverAddresses(text: string): string {
  if (!IN_ADDRESSES.test(text)) return text;
  return text
    .replaceAll(WEB_USER, (_, head: string, user: string) => head + coverUser(user))
    .replaceAll(PASSWORD, (_, head: string, secret: string) => head + coverValue('password', secret))
    .replaceAll(BARE_LOGIN, (_, head: string, secret: string) => head + coverValue('password', secret))
    .replaceAll(ORACLE_LOGIN, (_, head: string, secret: string) => head + coverValue('password', secret))
    .replaceAll(SETTING, (whole, head: string, name: string, value: string) =>
      isSecretName(name) ? head + coverSetting(name, value) : whole,
    )
    .replaceAll(USER_OPTION, (whole, head: string, secret: string) =>
      /^\d{1,6}$/.test(secret) ? whole : head + coverValue('password', secret),
    )
    .replaceAll(PARAMETER, (whole, head: string, name: string, value: string) =>
      isSecretParameter(decodeUri(name), value) ? head + coverValue(name, value) : whole,
    )
    .replaceAll(BARE, (whole, head: string, value: string) =>
      isGeneratedBare(value, head) ? head + cover(value) : whole,
    );
}

/** Braces and escaped quotes stay, as quotes do. */
function coverSetting(name: string, value: string): string {
  const [, open = '', inner = '', close = ''] = /^(\{|\\"|'')(.*)(\}|\\"|'')$/s.exec(value) ?? [];
  return open === '' ? coverValue(name, value) : open + coverValue(name, inner) + close;
}

/** The user name stays readable, unless it is the key itself and the password is only a filler such as `x`. */
function coverUser(user: string): string {
  if (user === 'git') return user;
  // A reference may contain a colon.
  const colon = user.replace(/\$\{.*/s, '').indexOf(':');
  if (colon === -1) return coverValue('password', user);
  const [name, password] = [user.slice(0, colon), user.slice(colon + 1)];
  const isName = /^[A-Za-z][\w.@+-]{0,40}$/.test(name) && !isOpaque(name) && !/^(?:|x|x-oauth-basic)$/.test(password);
  return `${isName ? name : coverValue('password', name)}:${coverValue('password', password)}`;
}

/** Whether the name marks a secret, or the value looks generated and the name does not explain it. */
export function isSecretParameter(name: string, value: string): boolean {
  if (isSecretName(name) || /^(?:sig|signature|code)$/i.test(name)) return true;
  return (
    !isAboutSecret(name) &&
    !/^(?:sha\d*|md5|integrity|checksum|digest|etag|commit|ref|rev|tag|hash|v|version)$/i.test(name) &&
    isGenerated(value)
  );
}

/** After `#` a commit: `github:owner/name#1a2b3c4`. Elsewhere hexadecimal digits are a usual form of keys. */
function isGeneratedBare(value: string, head: string): boolean {
  return !(head === '#' && /^[0-9a-f]{7,40}$/.test(value)) && isGenerated(value);
}

function isGenerated(value: string): boolean {
  return !value.includes(COVER) && isOpaque(decodeUri(value));
}
