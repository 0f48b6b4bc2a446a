export const SIGN_IN_TOOL = 'mcp_sign_in';
export const SIGN_OUT_TOOL = 'mcp_sign_out';

/** Whether the gateway itself answers calls of this tool while users sign in to servers. */
export function isSignInTool(name: unknown): boolean {
  return name === SIGN_IN_TOOL || name === SIGN_OUT_TOOL;
}
