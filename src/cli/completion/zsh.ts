/** For the function path, or to be sourced after `compinit`. */
export const zsh = `#compdef plugboard plug
# Completion of plugboard for zsh. Names are quoted by zsh and never evaluated.

_plugboard() {
  local line value left
  local -a items
  for line in "\${(@f)$(command plugboard __complete $((CURRENT - 2)) "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}"; do
    value=\${line%%$'\\t'*}
    if [[ -z $value ]]; then
      left=\${line#$'\\t'}
    else
      # An unescaped colon separates the word from its description.
      value=\${\${value//\\\\/\\\\\\\\}//:/\\\\:}
      [[ $line == *$'\\t'* ]] && value+=:\${line#*$'\\t'}
      items+=("$value")
    fi
  done

  local result=1
  (( $#items )) && _describe -t values plugboard items && result=0
  # The value of --option=value is a separate word.
  [[ -n $left && $PREFIX == --*=* ]] && compset -P '--*='
  case $left in
    files) _files && result=0 ;;
    directories) _files -/ && result=0 ;;
    command)
      # The words after -- are another command line.
      local dashes=\${words[(i)--]}
      words=("\${(@)words[dashes+1,-1]}")
      (( CURRENT -= dashes ))
      _normal && result=0
      ;;
  esac
  return result
}

if [[ $funcstack[1] == _plugboard ]]; then
  _plugboard "$@"
else
  compdef _plugboard plugboard plug
fi
`;
