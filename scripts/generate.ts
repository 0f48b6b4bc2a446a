import { readFileSync, writeFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';
import { cliPage } from './generators/cli-page.ts';
import { clientFieldsFile } from './generators/client-fields.ts';
import { clientRegistry } from './generators/client-registry.ts';
import { clientsPage } from './generators/clients-page.ts';
import { errorsPage } from './generators/errors-page.ts';
import { gatewaySchemaFile } from './generators/gateway-schema.ts';
import type { Generator } from './generators/generator.ts';
import { layersTable } from './generators/layers-table.ts';
import { lintConfig } from './generators/lint-config.ts';
import { opencodePage } from './generators/opencode-page.ts';
import { policySchemaFile } from './generators/policy-schema.ts';
import { schemaFile } from './generators/schema.ts';
import { versionPlaces } from './generators/version-places.ts';
import { fromRoot } from './root.mjs';

/** To add a generated file, add its generator here; `npm run check` then guards it. */
const generators: readonly Generator[] = [
  clientRegistry,
  clientFieldsFile,
  lintConfig,
  layersTable,
  errorsPage,
  schemaFile,
  gatewaySchemaFile,
  policySchemaFile,
  clientsPage,
  cliPage,
  opencodePage,
  ...versionPlaces,
];

const onlyCheck = process.argv.includes('--check');
const outdated: string[] = [];

for (const generator of generators) {
  const path = fromRoot(generator.path);
  const text = await formatted(generator);
  if (text === read(path)) continue;
  outdated.push(generator.path);
  if (!onlyCheck) writeFileSync(path, text);
}

for (const path of outdated) console.log(onlyCheck ? `${path} is out of date` : `wrote ${path}`);
if (onlyCheck && outdated.length > 0) {
  console.log('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}

async function formatted(generator: Generator): Promise<string> {
  if (generator.isLaidOut) return generator.content();
  const options = JSON.parse(readFileSync(fromRoot('.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(generator.path, generator.content(), options);
  if (errors.length > 0) throw new Error(`${generator.path}: ${errors.map((error) => error.message).join('; ')}`);
  return code;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
