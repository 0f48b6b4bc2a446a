/** The caller canceled a call. The server was notified; work done by then is not undone. */
export class ToolAbortError extends Error {
  constructor(tool: string, cause: unknown) {
    super(`The call of ${tool} was aborted`, { cause });
    this.name = 'ToolAbortError';
  }
}
