import { CallFailure } from '../mcp/failure.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { maskLine } from '../model/secrets/secret.ts';
import { ToolFailure } from './failure.ts';

/** Any error as one that says what to do next. */
export function asFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof PlugboardError) {
    if (error.code === 'policy-denied' || error.code === 'policy-invalid')
      return new ToolFailure('ACCESS_DENIED', maskLine(error.message), [
        'Ask the user to change the policy, or use a server that it allows.',
      ]);
    const code = error.code === 'conflict' || error.code === 'locked' ? 'CONFIG_CONFLICT' : 'CONFIG_INVALID';
    const suggestions = ['Read the settings with opencode_config_get, correct them, and try again.'];
    return new ToolFailure(code, maskLine(error.message), suggestions);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ToolFailure('INTERNAL', maskLine(message), ['Try again; if it fails again, call opencode_status.']);
}
