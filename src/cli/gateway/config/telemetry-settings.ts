import type { Complaints } from '../serve-flags.ts';
import type { GatewayConfig } from './gateway-config.ts';
import { isWebUrl } from './read-gateway-config.ts';

type TelemetrySettings = NonNullable<GatewayConfig['telemetry']>;

/** From the file, or from the variables that OpenTelemetry defines. */
export function telemetryIn(
  { telemetry }: GatewayConfig,
  env: Readonly<Record<string, string | undefined>>,
  command: Complaints,
): TelemetrySettings | undefined {
  const endpoint = telemetry?.endpoint ?? (env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined);
  if (endpoint === undefined || env['OTEL_SDK_DISABLED'] === 'true') return undefined;
  if (!isWebUrl(endpoint)) command.error('error: the endpoint of telemetry must be an http or https URL');
  const serviceName = telemetry?.serviceName ?? env['OTEL_SERVICE_NAME'];
  return {
    endpoint,
    headers: telemetry?.headers ?? headersIn(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
    ...(serviceName !== undefined && { serviceName }),
  };
}

/** `name=value,name=value`, with percent escapes in values. */
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((match) => (match ? [[match[1] ?? '', decoded(match[2] ?? '')]] : [])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
