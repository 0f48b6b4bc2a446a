import { gatewaySchema } from '../../src/cli/gateway/config/gateway-schema.ts';
import type { Generator } from './generator.ts';

export const gatewaySchemaFile: Generator = {
  path: 'schema/gateway.schema.json',
  content: () => JSON.stringify(gatewaySchema),
};
