import { isSecretName } from '../secrets/secret-name.ts';

/**
 * Words that settings are known to have. As a header or variable they stand for themselves and never for a
 * variable of that name, so that a definition from elsewhere may have them. None is a usual name for a secret.
 */
const words = new Set(
  `absent accept active actual admin agent ai all allow always amd64 anon anonymous any api app append arm64 array asc ask
  async at auto autodetect available aws azure
  background balanced base base64 bash basic batch bearer best beta bigint binary block body bool boolean both brief browser
  bucket buffer builtin business
  canary cbor chat chrome chromium classic claude cli client clipboard closed cloud cluster code codex color compact complete
  concise confirm console contents copilot core cosine cpu create critical csv cuda current cursor custom
  daily dark data database debug deep default delete demo deny desc desktop detailed dev developer development device direct
  disable disabled docker docs document domain download draft dry dynamic
  edge edit eight embedded embeddings emulator enable enabled en english enterprise error eu euclidean eur europe event every
  example exclude execute exact expert explicit export express extended external
  false fast fatal file files filesystem fips firefox fixed flat float folder force four free full
  gcp gemini general get github gitlab global google goerli graph graphql graphite green grpc guest gzip
  head headed headers headless health hidden high hosted hourly html http http2 https human hybrid
  ignore image images implicit include index info inherit inline inmemory input insert inspect instance int integer
  interactive internal ipv4 ipv6 issues
  java javascript js json json5 jsonl jsonrpc just
  keep keyword kubernetes
  lambda large latest lax lazy legacy less level light limited line linear lines linux list lite live local localhost
  location log logging low lts
  macos main mainnet major manual map markdown max md mcp medium memory merge message messages metadata metrics mild mini
  minimal minor mixed mobile mock mode modern monthly mongodb more mysql
  native nearest never new next nightly no node none nonprod normal notice notify null number
  object oauth oauth2 off offline often ok old ollama on once one online only open openai optional original otlp out output
  overwrite own
  page paper parallel partial patch pdf pending performance persistent personal ping plain playwright png podman poll
  post postgres postgresql preprod preview primary private pro prod production project projects prompt public publish
  put python
  query quick quiet
  random raw react read readonly readwrite realtime recent redis regex regional relaxed release relative remote replace
  repo repos repository required required_only resources rest review root rpc ruby run runtime rust
  safari safe same sandbox save schema scoped search secondary secure select self selfhosted semantic sequential serve
  server service sepolia sha256 shared short silent simple single skip slow small smart snapshot socket some
  source spa sql sqlite sqlite3 sse ssh ssl stable staging stage standalone standard starttls static status stderr stdin
  stdio stdout storage store stream streamable streamable_http streamablehttp streaming strict string structured
  summary supabase svg swagger sync system
  table tar tcp team temporary terminal test testing testnet text three tls toml tools trace true trusted tsv turbo two txt
  type typescript
  udp uk undefined unix unknown unlimited unsafe update upload us usa usd utc utf8
  v2 validate value vector verbose verify version vertex video view vision visible
  warn warning watch weaviate web webhook webkit websocket weekly wide windows workspace workspaces worker write ws wss
  x64 x86 x86_64 xml
  yaml yearly yes yml
  zero zip zod`.split(/\s+/),
);

/** The same in capitals, which are the usual names of variables: fewer are sure to be none. */
const inCapitals = new Set(
  `ALL ANY ASC AUTO BASIC BOTH CSV CRITICAL DEBUG DEFAULT DELETE DESC DISABLED DEVELOPMENT ENABLED ERROR EU EUR FALSE FATAL
  DEV FULL GET GLOBAL HEAD HTML HTTP HTTPS INFO JSON LOCAL MARKDOWN MCP NO NONE NOTICE NULL OFF ON PATCH POST PROD PRODUCTION PUBLIC PUT
  READONLY SILENT SSE STAGING STDIO STREAMABLE TEST TEXT TRACE TRUE TSV UK US USA USD UTC VERBOSE WARN WARNING XML YAML
  YES`.split(/\s+/),
);

/** What people write where a value is to be put. */
const PLACEHOLDER =
  /^(?:YOUR|REPLACE|ENTER|INSERT|CHANGE|PASTE|PUT|ADD|SAMPLE|DUMMY|PLACEHOLDER|X{3,})(?:[_A-Z]\w*)?$/i;

/** Whether a text is such a word, a letter, a placeholder, a country, a language or a version: `info`, `b`, `en`, `v1`. */
function isSettingsWord(text: string): boolean {
  if (/^[A-Za-z]$/.test(text) || PLACEHOLDER.test(text)) return true;
  if (/^[A-Z_]{3,}$/.test(text)) return inCapitals.has(text);
  return words.has(text.toLowerCase()) || /^(?:[a-z]{2}|[A-Z]{2}|[a-z]{2}_[A-Z]{2}|v\d{1,3})$/.test(text);
}

/** Whether a client that looks up names of variables could find one of this name. */
export function mayNameVariable(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !isSettingsWord(text);
}

/**
 * Whether a text is plainly the name of a variable, in capitals such as `GITHUB_TOKEN` or that of a secret: our own runtime sends the value of that
 * variable, where it is set. Any other word is text.
 */
export function namesVariable(text: string): boolean {
  const isUsual = /^(?:[A-Z_][A-Z\d_]*|npm_config_\w+)$/.test(text) || isSecretName(text);
  return mayNameVariable(text) && isUsual;
}
