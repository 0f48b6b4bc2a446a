import { describe, type Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { inferTransport, type Transport, transports } from '../model/server.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../model/value.ts';
import { isText, requireMap } from './field-types.ts';
import { collect } from './report.ts';
import { checkServer } from './server-rules.ts';

/** A validated server with an explicit type and args. */
export interface ServerConfig {
  type: Transport;
  command?: string;
  args: string[];
  env?: Record<string, string>;
  url?: string;
  headers?: Record<string, string>;
}

export interface McpConfigType {
  mcpServers: Record<string, ServerConfig>;
  description?: string;
}

export interface ValidationError {
  path: string[];
  message: string;
  code: string;
}

export interface ValidationResult {
  success: boolean;
  data?: McpConfigType;
  errors?: ValidationError[];
}

const fields = ['type', 'command', 'args', 'env', 'url', 'headers'];

/**
 * Diagnostics that the schema of config sets also reports, with the codes and messages of the schema library used
 * originally.
 */
const schemaErrors: Partial<Record<Diagnostic['code'], { code: string; message: string | undefined }>> = {
  'wrong-type': { code: 'invalid_type', message: undefined },
  'unknown-transport': {
    code: 'invalid_value',
    message: `Invalid option: expected one of ${transports.map((one) => `"${one}"`).join('|')}`,
  },
  'command-missing': { code: 'invalid_type', message: 'Invalid input: expected string, received undefined' },
  'command-empty': { code: 'too_small', message: 'Command cannot be empty' },
  'url-missing': { code: 'invalid_type', message: 'Invalid input: expected string, received undefined' },
  'url-invalid': { code: 'custom', message: 'Must be a valid URL' },
};

/** Validates a config set, `{ mcpServers?, description? }`, and adds missing types. */
export function validateMcpConfig(data: unknown): ValidationResult {
  const { servers, issues } = checkConfig(data as Value | undefined);
  if (issues.length > 0) return { success: false, errors: issues.map(validationError) };
  const description = getOwn(data as ValueMap, 'description') as string | undefined;
  return { success: true, data: { mcpServers: servers, ...(description === undefined ? {} : { description }) } };
}

function checkConfig(config: Value | undefined): {
  servers: Record<string, ServerConfig>;
  issues: Diagnostic[];
} {
  const { issues, report } = collect();
  const servers: Record<string, ServerConfig> = {};
  if (requireMap(config, [], report)) {
    const found = getOwn(config, 'mcpServers');
    if (found !== undefined && requireMap(found, ['mcpServers'], report, 'record')) {
      for (const [name, server] of Object.entries(found)) {
        const known = isMap(server) ? pickFields(server) : server;
        checkServer(known, ['mcpServers', name], report);
        if (isMap(known)) setOwn(servers, name, explicit(known));
      }
    }
    const description = getOwn(config, 'description');
    if (description !== undefined) isText(description, ['description'], report);
  }
  return { servers, issues: issues.filter(({ code }) => schemaErrors[code] !== undefined) };
}

function pickFields(server: ValueMap): ValueMap {
  const picked: ValueMap = {};
  for (const field of fields) {
    const value = getOwn(server, field);
    if (value !== undefined) picked[field] = value;
  }
  return picked;
}

function explicit(server: ValueMap): ServerConfig {
  const type = inferTransport({ transport: server['type'], command: server['command'], url: server['url'] });
  return { ...server, type, args: server['args'] ?? [] } as ServerConfig;
}

/** A diagnostic in the form of a schema library error. Diagnostics unknown to the library keep their own message. */
export function validationError(issue: Diagnostic): ValidationError {
  const path = (issue.path ?? []).map(String);
  const { code, message } = schemaErrors[issue.code] ?? { code: 'custom', message: describe(issue).message };
  const { expected, received } = issue.args as { expected: string; received: string };
  return { path, message: message ?? `Invalid input: expected ${expected}, received ${received}`, code };
}

export function formatValidationErrors(errors: readonly ValidationError[]): string {
  const lines = errors.map(({ path, message }) => (path.length > 0 ? `at ${path.join('.')}: ${message}` : message));
  if (lines.length === 0) return 'Unknown validation error';
  if (lines.length === 1) return lines.join('');
  return ['Multiple validation errors:', ...lines.map((line) => `  - ${line}`)].join('\n');
}
