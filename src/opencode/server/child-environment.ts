import type { Environment } from '../../model/reference.ts';

/** Tells a server of ours that OpenCode has started it, and that OpenCode was started by us. */
export const insideVariable = 'PLUGBOARD_OPENCODE_INSIDE';

/** The environment of a server that we start: ours, with its password, and without what asks people or waits for networks. */
export function childEnvironment(
  env: Environment,
  { password, configPath }: { readonly password: string; readonly configPath?: string | undefined },
): NodeJS.ProcessEnv {
  const usual = {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    // A machine without a network would wait a minute for each project.
    NPM_CONFIG_FETCH_RETRIES: '0',
  };
  return {
    ...usual,
    ...env,
    OPENCODE_SERVER_USERNAME: 'opencode',
    OPENCODE_SERVER_PASSWORD: password,
    [insideVariable]: '1',
    ...(configPath === undefined ? {} : { OPENCODE_CONFIG: configPath }),
  };
}
