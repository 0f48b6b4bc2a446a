/** A script of Node that leaves a mark. */
export function goodScript(mark: string): string {
  return `require('node:fs').appendFileSync(process.env.MARKS, ${JSON.stringify(`${mark}\n`)});\n`;
}

/**
 * A shell script that reads options as the program does under whose name it is started: npx, npm, pnpm, bunx, uvx, uv,
 * pipx, docker, plugboard. It leaves a mark for the package that would run, for a program, and for what loads code.
 */
export const fakeProgram = String.raw`#!/bin/sh
name=$(basename "$0")
mark() { echo "$1" >> "$MARKS"; }
loaders=$(env | grep -iE '^(NODE_OPTIONS|NODE_PATH|npm_config_[^=]*|BASH_ENV|ENV|LD_PRELOAD|UV_[^=]*|PIP_[^=]*|DOCKER_HOST|XDG_CONFIG_HOME|SOME_[^=]*)=')
[ -n "$loaders" ] && mark loader
case "$PATH" in *project*) mark loader;; esac
case "$HOME" in *project*) mark loader;; esac

# The package that a name means, and what it does with its arguments.
package() {
  one=$1; shift
  case "$one" in
    *npm:*) one=\${one##*npm:};;
    *://*|github:*|*file:*|*.[tT][gG][zZ]|*.[tT][aA][rR]|./*|../*|/*) mark evil; return;;
  esac
  case "$one" in @*/*) ;; *:*/*|*/*) [ "$name" = docker ] || { mark evil; return; };; esac
  case "$one" in
    '') ;;
    @*/*@*|[!@]*@*) mark "package \${one%@*}";;
    *==*) mark "package \${one%==*}";;
    */*:*) mark "package \${one%:*}";;
    *) mark "package $one";;
  esac
  while [ $# -gt 0 ]; do
    case "$1" in
      --stdio) sh -c "$2"; shift;;
      --stdio=*) sh -c "\${1#*=}";;
      --) shift; [ $# -gt 0 ] && "$@"; return;;
      bash) bash;;
    esac
    shift
  done
}

# What the project has installed goes first.
local_or() {
  if [ "$name" = pipx ]; then
    if [ -f "$1" ]; then mark evil; else package "$@"; fi
    return
  fi
  bare=$1; case "$bare" in ?*@*) bare=\${bare%@*};; esac
  case "$bare" in */*) ;; *)
    if [ -x "node_modules/.bin/$bare" ]; then mark evil; return; fi
    [ -f .npmrc ] && mark evil
    [ "$name" = bunx ] && [ "$bare" = "$1" ] && command -v "$bare" > /dev/null && { "$bare"; return; };;
  esac
  package "$@"
}

case "$name" in
  bash|evil) mark "$name"; exit;;
  good-program) mark good; exit;;
  any-wrapper) mark good; [ $# -gt 0 ] && exec "$@"; exit;;
  plugboard) shift 3; exec "$@";;
  npm) [ "$1" = exec ] || { mark evil; exit; }; shift;;
  pnpm) [ "$1" = dlx ] || { mark evil; exit; }; shift;;
  uv) [ "$1" = tool ] || { mark evil; exit; }; shift 2;;
  pipx|docker) [ "$1" = run ] || { mark evil; exit; }; shift;;
esac

call= named= dashes=
while [ $# -gt 0 ]; do
  case "$1" in
    --) shift; dashes=yes; break;;
    -c|--call) call=$2; shift 2;;
    -c*) call=\${1#-c}; shift;;
    --call=*) call=\${1#*=}; shift;;
    -p|--package|--from) named=$2; shift 2;;
    --package=*|--from=*) named=\${1#*=}; shift;;
    --with) package "$2"; shift 2;;
    -p*) named=\${1#-p}; shift;;
    -e) case "$2" in *NODE_OPTIONS*) mark loader;; esac; shift 2;;
    --registry|--userconfig|--index-url|--entrypoint|--unknown-option) mark evil; shift 2;;
    --registry=*|--userconfig=*|--index-url=*) mark evil; shift;;
    -*) shift;;
    *) break;;
  esac
done
if [ "$name$dashes" = npm ]; then
  # npm reads its options everywhere before the two dashes.
  for word in "$@"; do case "$word" in --call|-c) mark evil;; --package=*) mark evil;; --) break;; esac; done
fi
if [ -n "$call" ]; then sh -c "$call"; exit; fi
if [ -n "$named" ]; then
  package "$named"
  # npm gives the line to a shell, which knows words itself.
  case "$name" in npx|npm) "$@"; exit;; esac
  command -v "$1" > /dev/null && exec "$@"
  exit
fi
case "$name" in npx|npm|pnpm|bunx|pipx) local_or "$@";; *) package "$@";; esac
`.replaceAll('\\$', '$');
