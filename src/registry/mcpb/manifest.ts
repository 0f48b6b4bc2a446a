import { checkValue } from '../../model/schema/check-value.ts';
import { BundleError } from './bundle-error.ts';
import type { ArchivedFile } from './read-zip.ts';

/** A setting that the user of a bundle gives. */
export interface UserSetting {
  readonly type: 'string' | 'number' | 'boolean' | 'directory' | 'file';
  readonly title: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: string | number | boolean | readonly string[];
  readonly multiple?: boolean;
  readonly sensitive?: boolean;
}

export interface BundleCommand {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `manifest.json` of a bundle. Fields that are not listed here are kept. */
export interface BundleManifest {
  readonly name: string;
  readonly version: string;
  readonly display_name?: string;
  readonly description?: string;
  readonly server: {
    readonly type: 'node' | 'python' | 'binary' | 'uv';
    readonly entry_point: string;
    readonly mcp_config: BundleCommand & {
      readonly command: string;
      readonly platform_overrides?: Readonly<Record<string, BundleCommand>>;
    };
  };
  readonly user_config?: Readonly<Record<string, UserSetting>>;
  readonly compatibility?: { readonly platforms?: readonly string[] };
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const command = {
  type: 'object',
  properties: { command: text, args: texts, env: { type: 'object', additionalProperties: text } },
};
const schema = {
  type: 'object',
  required: ['name', 'version', 'server'],
  properties: {
    name: { type: 'string', minLength: 1 },
    version: { type: 'string', minLength: 1 },
    display_name: text,
    description: text,
    server: {
      type: 'object',
      required: ['type', 'entry_point', 'mcp_config'],
      properties: {
        type: { enum: ['node', 'python', 'binary', 'uv'] },
        entry_point: text,
        mcp_config: {
          ...command,
          required: ['command'],
          properties: { ...command.properties, platform_overrides: { type: 'object', additionalProperties: command } },
        },
      },
    },
    user_config: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['type', 'title'],
        properties: {
          type: { enum: ['string', 'number', 'boolean', 'directory', 'file'] },
          title: text,
          description: text,
          required: { type: 'boolean' },
          multiple: { type: 'boolean' },
          sensitive: { type: 'boolean' },
          default: { anyOf: [text, { type: 'number' }, { type: 'boolean' }, texts] },
        },
      },
    },
    compatibility: { type: 'object', properties: { platforms: texts } },
  },
};

const MOST_BYTES = 1024 * 1024;

/** The manifest among the files of a bundle. */
export function readManifest(files: readonly ArchivedFile[]): BundleManifest {
  const file = files.find(({ name }) => name === 'manifest.json');
  if (!file) throw new BundleError('manifest', 'there is no manifest.json');
  if (file.size > MOST_BYTES) throw new BundleError('manifest', 'it is too large');
  const value = parsed(file.read().toString('utf8'));
  const [problem] = checkValue(value, schema);
  if (problem) throw new BundleError('manifest', `${problem.at}: ${problem.message}`);
  return value as BundleManifest;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw new BundleError('manifest', 'it is not JSON');
  }
}
