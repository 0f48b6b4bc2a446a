import type { Environment } from '../reference.ts';

/** Names of variables as patterns, by the program that reads them. Upper case; the case of a variable is ignored. */
const loadsCode = [
  // The loader of the system.
  'LD_\\w+|DYLD_\\w+|LDR_\\w+|SHLIB_PATH|LIBPATH|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH|__COMPAT_LAYER',
  // Shells, and where they find programs and functions.
  'PATH|PATHEXT|COMSPEC|SHELL|ENV|BASH_ENV|BASH_FUNC_.+|BASH_LOADABLES_PATH|BASHOPTS|SHELLOPTS|PS[0-4]|IFS|PROMPT_COMMAND',
  'ZDOTDIR|FPATH|MODULE_PATH|CDPATH|FISH_FUNCTION_PATH|PSMODULEPATH|PSMODULEANALYSISCACHEPATH|NU_\\w+|KSH_ENV',
  // JavaScript.
  'NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE|COMPILE_CACHE|ICU_DATA|V8_COVERAGE|REDIRECT_WARNINGS|CHANNEL_FD|UNIQUE_ID)',
  'NPM_(?:CONFIG_(?:NODE[_-]OPTIONS|SCRIPT[_-]SHELL|SHELL|CALL|PACKAGE|GIT|EDITOR|VIEWER|PREFIX|LOCAL[_-]PREFIX|INIT.*)|EXECPATH|NODE_EXECPATH)',
  'BUN_(?:OPTIONS|INSPECT\\w*|JSC_\\w+)|DENO_(?:AUTH_TOKENS|V8_FLAGS|DIR|INSTALL\\w*)|YARN_(?:YARN_PATH|PLUGINS|RC_FILENAME)|PNPM_HOME|COREPACK_\\w+',
  'NVM_\\w+|VOLTA_\\w+|FNM_\\w+|ELECTRON_(?:RUN_AS_NODE|OVERRIDE_\\w+|CUSTOM_\\w+|MIRROR)|VSCODE_INSPECTOR_OPTIONS|TS_NODE_\\w+|TSX_\\w+|JITI_\\w+',
  // Python.
  '__PYVENV_LAUNCHER__|PYTHON|PYTHON(?!UNBUFFERED$|UTF8$|IOENCODING$|DONTWRITEBYTECODE$|HASHSEED$|NOUSERSITE$|SAFEPATH$|FAULTHANDLER$|COERCECLOCALE$)\\w+',
  'VIRTUAL_ENV|CONDA_\\w+|MAMBA_\\w+|PYENV_\\w+|PIPX_\\w+|UV_PYTHON\\w*|UV_(?:TOOL_(?:BIN_)?DIR|PROJECT\\w*|ENV_FILE|WITH\\w*|OVERRIDES?)|PIPENV_\\w+|POETRY_\\w+|PDM_\\w+|HATCH_\\w+',
  // Other languages.
  'PERL5\\w+|PERLLIB|PERL_\\w+|RUBYOPT|RUBYLIB|RUBYSHELL|RUBY_\\w+|RUBYGEMS_\\w+|GEM_\\w+|BUNDLE_\\w+|BUNDLER_\\w+',
  '_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|JAVA_(?:HOME|OPTS)|JAVACMD|CLASSPATH|JBANG_\\w+|MAVEN_\\w+|GRADLE_\\w+|KOTLIN_\\w+|SCALA_\\w+|SBT_OPTS',
  'DOTNET_(?!NOLOGO$|CLI_TELEMETRY_OPTOUT$|ENVIRONMENT$|CLI_UI_LANGUAGE$)\\w+|CORECLR_\\w+|COR_\\w+|COMPLUS_\\w+|MONO_\\w+|MSBUILD\\w+',
  'GO(?:FLAGS|ENV|PATH|BIN|ROOT|TOOLCHAIN|TOOLDIR|WORK|MODCACHE|CACHE|CACHEPROG|VCS|AUTH)|CGO_\\w+|CC|CXX|CPP|AR|LD|PKG_CONFIG\\w*|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS',
  'CARGO|CARGO_.+|RUSTC|RUSTDOC|RUSTC_\\w+|RUSTFLAGS|RUSTDOCFLAGS|RUSTUP_\\w+|MAKEFLAGS|MAKEFILES|CMAKE_\\w+|CONFIG_SITE',
  'PHPRC|PHP_INI_SCAN_DIR|COMPOSER(?:_\\w+)?|LUA_(?:PATH|CPATH|INIT)\\w*|R_(?:HOME|LIBS\\w*|PROFILE\\w*|ENVIRON\\w*)|JULIA_\\w+|ERL_\\w+|ELIXIR_\\w+|MIX_\\w+|GUILE_\\w+|TCLLIBPATH',
  // Git, and programs that others start.
  'GIT_(?!AUTHOR_|COMMITTER_|TERMINAL_PROMPT$|PAGER_IN_USE$|OPTIONAL_LOCKS$|TOKEN$|USER\\w*$|PASSWORD$|BRANCH$|REPO\\w*$|REF$|SHA$|EMAIL$|URL$|HOST$).+',
  'EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|TERMINAL|LESSOPEN|LESSCLOSE|FCEDIT|SSH_ASKPASS|SUDO_ASKPASS|SSH_SK_\\w+|SVN_SSH|CVS_RSH|RSYNC_\\w+|MISE_\\w+|ASDF_\\w+|DIRENV_\\w+',
  '\\w*(?:EXECUTABLE|BINARY|NATIVE_LIBRARY)_PATH|\\w+_PYTHON|CLOUDSDK_PYTHON\\w*|PRISMA_\\w+_(?:BINARY|LIBRARY)|FF(?:MPEG|PROBE)_PATH',
  'CHROME_(?:PATH|BIN)|PLAYWRIGHT_BROWSERS_PATH',
  // Settings that name programs to run.
  'NODE_CONFIG(?:_\\w+)?|RIPGREP_CONFIG_PATH|AWS_(?:CONFIG_FILE|SHARED_CREDENTIALS_FILE)|CLOUDSDK_CONFIG|BOTO_CONFIG|DOTENV_CONFIG_\\w+',
  'TF_(?:CLI_\\w+|PLUGIN_\\w+)|ANSIBLE_\\w+|HELM_PLUGINS|KUBECTL_EXTERNAL_DIFF|VIMINIT|EXINIT|TAR_OPTIONS|JUPYTER_\\w*PATH|IPYTHONDIR|MAGICK_\\w+',
  // Libraries that load modules.
  'OPENSSL_\\w+|GTK_(?:MODULES|PATH\\w*|EXE_PREFIX)|GIO_\\w*MODULE\\w*|QT_(?:QPA_PLATFORM_)?PLUGIN_PATH|QML\\d?_IMPORT_PATH|GST_PLUGIN\\w*|VK_\\w+|LIBGL_DRIVERS_PATH|SASL_PATH|PKCS11_\\w+|ODBC\\w*INI|ODBCSYSINI',
];

const packageSources = [
  'NPM_CONFIG_.+|UV_(?!HTTP_TIMEOUT$|LINK_MODE$|NO_PROGRESS$).+|(?:PIP|BUN|YARN|PNPM|DENO|JSR|NUGET|COREPACK|HOMEBREW|NIX|GUIX)_.+',
  'GO(?:PROXY|SUMDB|NOSUMDB|NOSUMCHECK|NOPROXY|PRIVATE|INSECURE)|VCPKG_\\w+|CONAN_\\w+|TWINE_\\w+',
];

const leadsElsewhere = [
  // Proxies and certificates.
  '\\w*_PROXY|NODE_(?:EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|USE_\\w+)|SSL_\\w+|SSLKEYLOGFILE|(?:REQUESTS|CURL|AWS|GIT_SSL)_CA\\w*|CURL_HOME|PYTHONHTTPSVERIFY',
  'HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|WGETRC|SYSTEM_WGETRC|NETRC|KRB5_\\w+|GNUPGHOME|SSH_AUTH_SOCK',
  // Settings of package managers.
  ...packageSources,
  // Containers.
  'DOCKER_(?!CONTAINER$|ENV$|IMAGE$)\\w+|(?:CONTAINER|CONTAINERS|CONTAINERD|PODMAN|BUILDX|BUILDKIT|NERDCTL|COMPOSE)_\\w+|REGISTRY_AUTH_FILE|KUBECONFIG|STORAGE_(?:DRIVER|OPTS)|_CONTAINERS_\\w+',
  // Where programs look for their settings, such as `.npmrc`.
  'HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|ALLUSERSPROFILE|SYSTEMROOT|WINDIR|SYSTEMDRIVE|PROGRAMFILES.*|COMMONPROGRAMFILES.*|PROGRAMW6432',
  'XDG_\\w+|TMPDIR|TEMP|TMP|INIT_CWD|PWD|OLDPWD|PLUGBOARD_\\w+|PREFIX|DESTDIR',
];

/** Variables that make programs load other code. */
export const LOADS_CODE = named(loadsCode);

/** Variables that choose where packages are fetched from, or that set options of the program that fetches them. */
export const CHOOSES_PACKAGES = named(packageSources);

/** Variables that redirect network traffic or package sources, move settings, or weaken security. */
export const LEADS_ELSEWHERE = named(leadsElsewhere);

/** A relative path would be one of the project. */
const PLACES = named([
  'PREFIX|DESTDIR|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|\\w+_CA_BUNDLE|PIP_CERT|GIT_SSL_CAINFO|NPM_CONFIG_CAFILE',
]);

/** What every session has, set by the user's own shell, desktop and version managers. */
const OF_SESSION = named([
  'PATH|PATHEXT|COMSPEC|SHELL|PS[0-4]|FPATH|PSMODULEPATH|PWD|OLDPWD|HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA',
  'PROGRAM\\w*|PROGRAMFILES\\(X86\\)|COMMONPROGRAM.*|ALLUSERSPROFILE|SYSTEMROOT|WINDIR|SYSTEMDRIVE|TMPDIR|TEMP|TMP|XDG_\\w+|PLUGBOARD_\\w+',
  'EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|TERMINAL|LESSOPEN|LESSCLOSE|SSH_AUTH_SOCK|SSH_ASKPASS|GIT_ASKPASS|GNUPGHOME|KUBECONFIG|NO_PROXY',
  '(?:NVM|VOLTA|FNM|PYENV|CONDA|MAMBA|MISE|ASDF|DIRENV|HOMEBREW|NIX|RUBY)_\\w+|VIRTUAL_ENV|PNPM_HOME|JAVA_HOME|GOPATH|GOROOT|GOBIN|CARGO_HOME|RUSTUP_HOME|DOTNET_ROOT|GEM_HOME|GEM_PATH',
  'RIPGREP_CONFIG_PATH|AWS_(?:CONFIG_FILE|SHARED_CREDENTIALS_FILE)|CLOUDSDK_(?:CONFIG|PYTHON\\w*)',
  'NPM_CONFIG_(?:USER_AGENT|NPM_VERSION|NODE_GYP|NOPROXY|YES|CACHE)|NPM_(?:NODE_)?EXECPATH|INIT_CWD',
  // Companies set their proxy and its certificate for all sessions, and Docker need not run on this machine.
  '(?:HTTPS?|ALL|FTP)_PROXY|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_(?:FILE|DIR)|(?:REQUESTS|CURL|AWS)_CA_BUNDLE|PIP_CERT|GIT_SSL_CAINFO|NPM_CONFIG_CAFILE',
  'DOCKER_HOST|CONTAINER_(?:HOST|NAME|ID)|PREFIX|DESTDIR',
]);

/**
 * The variables of a process that load code or lead elsewhere, and that its starter may have set for it: those that a
 * session has anyway only if they lead into a project.
 */
export function injectedIn(env: Environment, isInProject: (path: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((one): one is [string, string] => {
      const [name, value] = one;
      if (value === undefined || !(LOADS_CODE.test(name) || LEADS_ELSEWHERE.test(name))) return false;
      return !isUsual(name, value, isInProject);
    }),
  );
}

/** Programs that others start, with their options. */
const COMMANDS = named(['EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|TERMINAL|LESSOPEN|LESSCLOSE|SSH_ASKPASS|GIT_ASKPASS']);
/** A program and options, but no text that a shell or an interpreter would run. Distributions set `| /usr/bin/lesspipe %s`. */
const PLAIN_COMMAND = /^(?:\|{0,2} ?-?)?[\w./\\: ()-]*?[\w.()-]+(?: -{1,2}[\w=-]+| %s)*$/;
const RUNS_TEXT = /(?:^|[/\\\s|-])(?:\w*sh|env|node|python[\d.]*|perl|ruby|php|cmd|powershell)(?:\.exe)?(?:\s|$)/i;

/** Whether a session has such a variable anyway, and it leads neither into a project nor to a text that is run. */
export function isUsual(name: string, value: string, isInProject: (path: string) => boolean): boolean {
  // Programs are searched for where PATH says.
  if (!OF_SESSION.test(name) || /^(?:PATH|PWD|OLDPWD|INIT_CWD)$/i.test(name)) return OF_SESSION.test(name);
  if (/^PS[0-4]$/.test(name)) return true;
  if (COMMANDS.test(name) && (!PLAIN_COMMAND.test(value) || RUNS_TEXT.test(value))) return false;
  // `unix:///run/docker.sock`
  const path = value.replace(/^(?:unix|file|npipe):\/\//i, '');
  const isDrive = /^[A-Za-z]:[/\\]/.test(path);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return !PLACES.test(name);
  const words = path.split(isDrive ? /[;\s|=]+/ : /[:;\s|=]+/);
  const parts = COMMANDS.test(name) ? words : [path, ...words];
  return !parts.some((part) => isInProject(part)) && (isDrive || /^[/\\]/.test(path) || !PLACES.test(name));
}

/** Upper-casing a name costs less than a pattern of this size that ignores case: half of the time at the start of a server. */
function named(patterns: readonly string[]): { test(name: string): boolean } {
  const pattern = new RegExp(`^(?:${patterns.join('|')})$`, 's');
  return { test: (name) => pattern.test(name.toUpperCase()) };
}
