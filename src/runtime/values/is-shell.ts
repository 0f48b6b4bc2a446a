/** Whether a command is a shell, to whose scripts `${NAME}` may be a variable of their own. */
export function isShell(command: unknown): boolean {
  return typeof command === 'string' && /(?:^|[/\\])(?:ba|da|z|fi|k)?sh(?:\.exe)?$/i.test(command);
}
