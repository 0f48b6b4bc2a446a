import type { Environment } from '../../model/reference.ts';
import { withoutEmbeddedRepositories } from '../../store/git/run-git.ts';

/** Tells an MCP server of ours that it was started by an OpenCode which we started. */
export const insideVariable = 'PLUGBOARD_OPENCODE_INSIDE';

/**
 * The environment of a managed server: ours plus its password, minus anything that prompts or waits for the network.
 */
export function childEnvironment(
  env: Environment,
  { password, configPath }: { readonly password: string; readonly configPath?: string | undefined },
): NodeJS.ProcessEnv {
  const usual = {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    // Without a network, OpenCode would wait a minute for each project.
    NPM_CONFIG_FETCH_RETRIES: '0',
  };
  return {
    ...usual,
    ...withoutEmbeddedRepositories(env),
    OPENCODE_SERVER_USERNAME: 'opencode',
    OPENCODE_SERVER_PASSWORD: password,
    [insideVariable]: '1',
    ...(configPath === undefined ? {} : { OPENCODE_CONFIG: configPath }),
  };
}
