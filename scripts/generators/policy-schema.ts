import { policySchema } from '../../src/policy/policy-schema.ts';
import type { Generator } from './generator.ts';

export const policySchemaFile: Generator = {
  path: 'schema/policy.schema.json',
  content: () => JSON.stringify(policySchema),
};
