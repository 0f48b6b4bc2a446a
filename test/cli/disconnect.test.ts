import { describe, expect, it } from 'vitest';
import { catalog, machine, type Machine } from './support/machine.ts';

const cursor = '~/.cursor/mcp.json';
const codex = '~/.codex/config.toml';
const text = `{
  // mine
  "mcpServers": {
    "a": { "command": "a", "args": ["--x"] },
    "b": { "url": "https://b.test/mcp" }
  }
}
`;

function connected(files: Record<string, string> = { [cursor]: text }, ...clients: string[]): Machine {
  const here = machine(files);
  for (const client of clients.length > 0 ? clients : ['cursor']) {
    expect(here.run(['connect', client, '--replace'])).toMatchObject({ code: 0 });
  }
  return here;
}

/** As the person would at the end of the file, and nothing of ours. */
function editByHand(here: Machine, path = cursor): void {
  here.write(
    path,
    here
      .read(path)
      .replace('// mine', '// mine, and edited')
      .replace(/\}\s*$/, ',  "x" :   1 }\n'),
  );
}

const serversIn = (here: Machine, path: string): Record<string, unknown> => {
  const plain = here.read(path).replaceAll(/\/\/ .*/g, '');
  const { mcpServers, servers } = plain === '' ? {} : JSON.parse(plain);
  return mcpServers ?? servers ?? {};
};
const own = { a: { command: 'a', args: ['--x'] }, b: { url: 'https://b.test/mcp' } };

describe('plugboard disconnect, of a file that was edited since', () => {
  it('brings back what connect has moved, keeps the edits, and leaves nothing in the catalog', () => {
    const here = connected();
    expect(Object.keys(serversIn(here, cursor))).toEqual(['plugboard']);
    expect(Object.keys(serversIn(here, catalog))).toEqual(['a', 'b']);
    editByHand(here);
    const before = here.files();
    const dry = here.run(['disconnect', 'cursor', '--dry-run']);
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.stdout).toMatch(/^-.*plugboard/m);
    expect(dry.stdout).toMatch(/^\+.*b\.test/m);
    expect(here.files()).toEqual(before);
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toEqual(own);
    expect(here.read(cursor)).toContain('// mine, and edited');
    expect(here.read(cursor)).toContain(',  "x" :   1 }\n');
    expect(serversIn(here, catalog)).toEqual({});
    expect(here.run(['disconnect', 'cursor']).code).toBe(4);
    expect(here.run(['undo']).code).toBe(0);
    expect(here.files()).toEqual(before);
  });

  it('leaves a changed server in the catalog, and restores that definition', () => {
    const here = connected();
    here.write(catalog, here.read(catalog).replace('"--x"', '"--y"'));
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toMatchObject({ a: { args: ['--y'] }, b: own.b });
    expect(Object.keys(serversIn(here, catalog))).toEqual(['a']);
  });

  it('leaves in the catalog what was there before, and brings it back too', () => {
    const kept = JSON.stringify({ servers: { b: { url: 'https://b.test/mcp', transport: 'http' } } });
    const here = connected({ [cursor]: text, [catalog]: kept });
    editByHand(here);
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toEqual(own);
    expect(Object.keys(serversIn(here, catalog))).toEqual(['b']);
  });

  it('brings back what had another name in the catalog under its own', () => {
    const kept = JSON.stringify({ servers: { a: { command: 'another' } } });
    const here = connected({ [cursor]: text, [catalog]: kept });
    expect(Object.keys(serversIn(here, catalog)).toSorted()).toEqual(['a', 'a-2', 'b']);
    editByHand(here);
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toEqual(own);
    expect(serversIn(here, catalog)).toEqual({ a: { command: 'another' } });
  });

  it('does not replace what the person has put there', () => {
    const here = connected();
    here.write(cursor, here.read(cursor).replace('"mcpServers": {', '"mcpServers": { "a": { "command": "new" },'));
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toEqual({ a: { command: 'new' }, b: own.b });
    expect(Object.keys(serversIn(here, catalog))).toEqual(['a']);
  });

  it('brings back nothing that connect has not moved', () => {
    const here = machine({ [cursor]: text });
    here.run(['connect', 'cursor', '--beside']);
    expect(here.run(['remove', 'a', '--from', 'cursor'])).toMatchObject({ code: 0 });
    editByHand(here);
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toEqual({ b: own.b });
  });

  it('takes the gateway out also after connecting twice', () => {
    const here = connected();
    expect(here.run(['connect', 'cursor', '--search', 'auto'])).toMatchObject({ code: 0 });
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toEqual(own);
    expect(serversIn(here, catalog)).toEqual({});
    // And the next time it is to the last byte again.
    const before = here.read(cursor);
    here.run(['connect', 'cursor', '--replace']);
    here.run(['disconnect', 'cursor']);
    expect(here.read(cursor)).toBe(before);
  });

  it('leaves in the catalog what another assistant gets from there', () => {
    const here = connected(
      { [cursor]: text, [codex]: '[mcp_servers.a]\ncommand = "a"\nargs = ["--x"]\n' },
      'cursor',
      'codex',
    );
    editByHand(here);
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(serversIn(here, cursor)).toEqual(own);
    expect(Object.keys(serversIn(here, catalog))).toEqual(['a']);
    here.write(codex, `# edited\n${here.read(codex)}`);
    expect(here.run(['disconnect', 'codex'])).toMatchObject({ code: 0 });
    expect(here.read(codex)).toContain('[mcp_servers.a]\ncommand = "a"\nargs = ["--x"]\n');
  });
});
