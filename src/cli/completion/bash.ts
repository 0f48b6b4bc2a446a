/** Supports bash 3.2 (the version of macOS) and newer, with or without the package bash-completion. */
export const bash = `# Completion of plugboard for bash. Names are quoted and never evaluated.

_plugboard() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} words=() blanks word i REPLY
  [[ -n $line ]] || line="\${COMP_WORDS[*]:0:COMP_CWORD+1}"

  # bash also splits at : and =; parts without space between them are one word. The last one ends at the cursor.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blanks=\${line%%[![:space:]]*}
    line=\${line#"$blanks"}
    word=\${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || word=$line
    line=\${line#"$word"}
    if ((i > 0)) && [[ -z $blanks ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  local last=$((\${#words[@]} - 1)) in_quotes=
  [[ \${words[last]} != [\\"\\']* ]] || in_quotes=1
  for ((i = 0; i <= last; i++)); do
    _plugboard_plain "\${words[i]}"
    words[i]=$REPLY
  done

  # bash replaces only its own word at the cursor, which is the second argument.
  local typed=\${words[last]} part=\${2-$word} value left=
  _plugboard_plain "$part"
  local kept=\${typed%"$REPLY"}
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    if [[ -z $value ]]; then
      left=\${line#$'\\t'}
    elif [[ $value == "$typed"* ]]; then
      value=\${value#"$kept"}
      if [[ $value == *[!A-Za-z0-9_.,:=/@%+-]* ]]; then
        [[ -z $in_quotes ]] || continue
        printf -v value %q "$value"
      fi
      COMPREPLY+=("$value")
    fi
  done <<<"$(command plugboard __complete $((last - 1)) "\${words[@]:1}" 2>/dev/null)"

  case $left in
    files) _plugboard_files "$part" ;;
    directories) compopt -o dirnames ;;
    command) _plugboard_command "$part" ;;
  esac 2>/dev/null
}

# Stores the word without quotes in REPLY.
_plugboard_plain() {
  local word=$1
  REPLY=
  while [[ -n $word ]]; do
    case $word in
      \\\\*)
        word=\${word:1}
        REPLY+=\${word:0:1}
        ;;
      [\\"\\']*) ;;
      *) REPLY+=\${word:0:1} ;;
    esac
    word=\${word:1}
  done
}

# Without candidates, the default completion of bash is better.
_plugboard_files() {
  if ((\${#COMPREPLY[@]} == 0)); then
    compopt -o default
  else
    compopt -o filenames
    _plugboard_add "$(compgen -f -- "$1")"
  fi
}

# Adds each line as a candidate.
_plugboard_add() {
  local line
  [[ -z $1 ]] || while IFS= read -r line; do COMPREPLY+=("$line"); done <<<"$1"
}

# The words after -- are another command line.
_plugboard_command() {
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} != -- ]] || break
  done
  if declare -F _command_offset >/dev/null; then
    _command_offset $((i + 1))
  elif ((i + 1 == COMP_CWORD)); then
    _plugboard_add "$(compgen -c -- "$1")"
  else
    compopt -o default
  fi
}

# Before bash 4 there is no compopt, so files are the fallback everywhere.
if type compopt >/dev/null 2>&1; then
  complete -F _plugboard plugboard plug
else
  complete -o default -F _plugboard plugboard plug
fi
`;
