/** Whether a command is a shell, whose scripts may use `${NAME}` for their own variables. */
export function isShell(command: unknown): boolean {
  return typeof command === 'string' && /(?:^|[/\\])(?:ba|da|z|fi|k)?sh(?:\.exe)?$/i.test(command);
}
