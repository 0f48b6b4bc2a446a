export const SIGN_IN_TOOL = 'mcp_sign_in';
