import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { nameInVault } from './name-in-vault.ts';
import { expectDone, runVault } from './vault-program.ts';
import type { Vault } from './vault.ts';

const ADDRESS = /^op:\/\/([^/]+)\/([^/]+)\/(?:[^/]+\/)?([^/]+)$/;

/**
 * 1Password, through its program `op`. A value is addressed as `op://vault/item/field`. New items are created in the
 * vault `Private`, or in the one that the address names.
 */
export function onePasswordVault(host: Host): Vault {
  const run = async (args: readonly string[], input?: string): ReturnType<typeof runVault> =>
    runVault(host, '1password', { file: 'op', args, ...(input !== undefined && { input }) });
  const addressOf = async (name: string, given: string | undefined): Promise<string> => {
    const at = given ?? `op://Private/${await nameInVault(host, name)}/password`;
    if (!ADDRESS.test(at)) {
      const why = `${at} is not an address such as op://vault/item/field`;
      throw new PlugboardError('vault-failed', { vault: '1password', why });
    }
    return at;
  };
  /** The program reports a missing item only in words. An item without the field may have others, and is not missing. */
  const isMissing = async (address: string): Promise<boolean> => {
    const [, vault = '', item = ''] = ADDRESS.exec(address) ?? [];
    return (
      (await run(['item', 'get', item, '--vault', vault])).code !== 0 && (await run(['vault', 'get', vault])).code === 0
    );
  };
  return {
    async read(name, at) {
      const address = await addressOf(name, at);
      const ended = await run(['read', '--no-newline', address]);
      if (ended.code !== 0 && (await isMissing(address))) return undefined;
      expectDone('1password', ended);
      return ended.output;
    },
    async write(name, value, at) {
      const address = await addressOf(name, at);
      const [, vault = '', item = '', field = ''] = ADDRESS.exec(address) ?? [];
      const there = await run(['item', 'get', item, '--vault', vault, '--format', 'json']);
      // As a template on standard input, because other users can see arguments.
      const args =
        there.code === 0 ? ['item', 'edit', item, '--vault', vault] : ['item', 'create', '--vault', vault, '-'];
      const template = there.code === 0 ? withField(there.output, field, value) : newItem(item, field, value);
      expectDone('1password', await run(args, JSON.stringify(template)), [value]);
      return address;
    },
    async remove(name, at) {
      const [, vault = '', item = ''] = ADDRESS.exec(await addressOf(name, at)) ?? [];
      expectDone('1password', await run(['item', 'delete', item, '--vault', vault, '--archive']));
    },
  };
}

interface Field {
  readonly id: string;
  readonly label?: string;
  readonly [more: string]: unknown;
}

function newItem(title: string, field: string, value: string): object {
  return { title, category: 'PASSWORD', fields: [fieldOf(field, value)] };
}

function fieldOf(id: string, value: string): Field {
  return { id, label: id, type: 'CONCEALED', ...(id === 'password' && { purpose: 'PASSWORD' }), value };
}

/** Only the value of this field changes. */
function withField(text: string, name: string, value: string): object {
  const item = JSON.parse(text) as { readonly fields?: readonly Field[] };
  const fields = item.fields ?? [];
  const isMeant = ({ id, label }: Field): boolean => id === name || label === name;
  const changed = fields.map((field) => (isMeant(field) ? { ...field, value } : field));
  return { ...item, fields: fields.some(isMeant) ? changed : [...fields, fieldOf(name, value)] };
}
