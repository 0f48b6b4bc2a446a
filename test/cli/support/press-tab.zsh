# Types lines into an interactive shell at a pseudo terminal, presses Tab after each, and prints what the shell has made
# of the line; what the terminal has shown meanwhile goes to stderr. The shell has to answer ^X^E by printing
# `captured:<line>:end` and emptying the line, and to print such a text once when it is ready.
zmodload zsh/zpty
zpty shell "stty cols 200; $1"
shift
captured() {
  local text
  zpty -r shell text '*captured:*:end*' || exit 1
  print -r -- "$text" >&2
  text=${text##*captured:}
  print -r -- "${text%%:end*}"
}
captured >/dev/null
for line; do
  zpty -w -n shell "$line"$'\t\C-x\C-e'
  captured
done
zpty -d shell
