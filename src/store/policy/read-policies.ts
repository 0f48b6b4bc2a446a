import { loadFormat } from '../../formats/index.ts';
import { nearestRange } from '../../formats/nearest-range.ts';
import { diagnostic, type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Policy } from '../../policy/policy.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import { readText } from '../read/read-text.ts';
import { type PolicyFile, policyFiles } from './policy-files.ts';

/** A policy that exists, with its problems if it cannot be applied. */
export interface FoundPolicy extends PolicyFile {
  readonly policy?: Policy;
  readonly diagnostics: readonly Diagnostic[];
}

/** All policies that apply in a directory. Throws if one of them is invalid: ignoring it would allow what it forbids. */
export async function readPolicies(host: Host, project = host.cwd): Promise<Policy[]> {
  const found = await findPolicies(host, project);
  return found.map(({ policy, path, diagnostics }) => {
    if (!policy) throw new PlugboardError('policy-invalid', { file: path, diagnostics });
    return policy;
  });
}

/** Like `readPolicies`, with the problems of invalid ones. */
export async function findPolicies(host: Host, project = host.cwd): Promise<FoundPolicy[]> {
  const files = await policyFiles(host, project);
  const found = await Promise.all(files.map(async (file) => findPolicy(host, file)));
  return found.filter((one) => one !== undefined);
}

async function findPolicy(host: Host, file: PolicyFile): Promise<FoundPolicy | undefined> {
  const { level, path } = file;
  const kind = await host.fs.kindOf(path);
  // A file that a variable names must exist; the others are optional.
  if (kind === undefined && level !== 'environment' && !(await host.fs.status(path))) return undefined;
  const read = await readText(host, path);
  if ('problem' in read) return { ...file, diagnostics: [read.problem] };
  const document = (await loadFormat('jsonc')).parse(read.text);
  const syntax = document.diagnostics.filter(isError).map((one) => ({ ...one, file: path }));
  if (syntax.length > 0) return { ...file, diagnostics: syntax };
  const policy = readPolicy(document.value, path);
  if (!Array.isArray(policy)) return { ...file, policy: policy as Policy, diagnostics: [] };
  const diagnostics = policy.map(({ path: at, message }) => {
    const range = nearestRange(document, at);
    return diagnostic(
      'policy-invalid',
      { at: at.join('.'), problem: message },
      { file: path, path: at, ...(range && { range }) },
    );
  });
  return { ...file, diagnostics };
}
