import type { Command } from 'commander';
import { explainPolicy, type ExplainedServer } from '../../manage/explain-policy.ts';
import { count } from '../../model/count.ts';
import { policyWords } from '../../model/diagnostics/policy-errors.ts';
import type { ToolLimit } from '../../model/server.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { findPolicies, type FoundPolicy } from '../../store/policy/read-policies.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { clientLabel } from '../output/server-labels.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { listByDefault } from '../program/subcommands.ts';

export const setUpPolicy: CommandSetup = (command, context) => {
  withExamples(command, 'policy', 'policy explain github').usage('[list] | explain');
  listByDefault(command, 'List the policies that apply here.', async () => list(context)).alias('ls');
  setUpExplain(command, context);
};

async function list(context: CommandContext): Promise<void> {
  const { host, output } = context;
  const policies = await findPolicies(host);
  const invalid = policies.flatMap(({ diagnostics }) => diagnostics);
  if (invalid.length > 0) output.exitCode = ExitCode.invalidConfig;
  if (output.json)
    return output.document({
      ok: invalid.length === 0,
      data: { policies: policies.map(policyAsData) },
      warnings: [],
      errors: invalid.map(toJson),
    });
  if (policies.length === 0) return output.print('No policy applies here: every server is allowed.');
  const rows = policies.map(({ level, path, policy }) => [
    `${output.mark(policy ? 'ok' : 'error')} ${level}`,
    policy ? count(policy.rules.length, 'rule') : 'invalid',
    shortPath(path, host),
  ]);
  for (const line of inColumns(rows)) output.print(line);
  await printDiagnostics(invalid, host, output);
}

function policyAsData({ level, path, policy }: FoundPolicy): Record<string, unknown> {
  return {
    level,
    file: path,
    valid: policy !== undefined,
    ...(policy && { rules: policy.rules, require: policy.require }),
  };
}

function setUpExplain(policies: Command, context: CommandContext): void {
  const explain = policies
    .command('explain')
    .description('Show which rules allow or refuse a server and its tools. Starts nothing.');
  withExamples(explain, 'policy explain github', 'policy explain github --json')
    .argument('<server>', 'name of the server')
    .action(async (name: string) => print(name, await explainPolicy(context.host, name), context));
}

async function print(name: string, explained: ExplainedServer, { host, output }: CommandContext): Promise<void> {
  const { policies, definitions, tools } = explained;
  const invalid = policies.flatMap(({ diagnostics }) => diagnostics);
  const isAllowed = definitions.every((one) => one.isAllowed);
  if (!isAllowed) output.exitCode = ExitCode.issues;
  if (output.json)
    return output.document({
      ok: isAllowed,
      data: {
        name,
        allowed: isAllowed,
        policies: policies.map(policyAsData),
        definitions: definitions.map(({ definition, ...one }) => ({
          client: definition.client,
          scope: definition.scope,
          file: definition.file,
          allowed: one.isAllowed,
          reasons: one.reasons,
        })),
        tools,
      },
      warnings: [],
      errors: invalid.map(toJson),
    });
  if (policies.length === 0) output.print('No policy applies here: every server is allowed.');
  for (const { definition, isAllowed: isFine, reasons } of definitions) {
    const place = `${clientLabel(definition)} ${definition.scope}  ${shortPath(definition.file, host)}`;
    output.print(
      `${output.mark(isFine ? 'ok' : 'error')} ${visible(name)} ${isFine ? 'is allowed' : 'is refused'} in ${visible(place)}`,
    );
    for (const reason of reasons) output.print(`    ${visible(policyWords(reason))}`);
  }
  for (const limit of tools) output.print(`  ${visible(toolLine(limit))}`);
  await printDiagnostics(invalid, host, output);
}

function toolLine({ allow, deny, file, rule, why }: ToolLimit): string {
  const words = [...(allow ? [`only ${allow.join(', ') || 'none'}`] : []), ...(deny ? [`not ${deny.join(', ')}`] : [])];
  return `tools: ${words.join('; ')}: rule "${rule}" in ${file}${why === undefined ? '' : ` (${why})`}`;
}
