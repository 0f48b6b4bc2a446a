/** The caller gave up on a call. The server has been told; what it had done by then stays done. */
export class ToolAbortError extends Error {
  constructor(tool: string, cause: unknown) {
    super(`The call of ${tool} was aborted`, { cause });
    this.name = 'ToolAbortError';
  }
}
