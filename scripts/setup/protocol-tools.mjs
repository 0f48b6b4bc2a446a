import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, readIfThere } from '../root.mjs';
import { cachedPackages } from './cached-packages.mjs';

/** Official tools of the protocol that check a server. */
const inspector = '2.12.0';
const conformance = '0.2.0-alpha.12';
/** The conformance suite needs a newer Node than we do. */
const node = '22.23.3';
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const name = `protocol-tools@${inspector}-${conformance}-${node}`;
const noteFile = fromRoot('node_modules', '.plugboard-protocol-tools');

export function protocolTools() {
  const modules = join((readIfThere(noteFile) ?? '').trim(), 'node_modules');
  return {
    node: join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    inspector: join(modules, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'),
    conformance: join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
  };
}

export function protocolToolsAreMissing() {
  const folder = (readIfThere(noteFile) ?? '').trim();
  return !folder.endsWith(name) || !existsSync(folder);
}

export async function installProtocolTools() {
  const folder = await cachedPackages(name, {
    '@modelcontextprotocol/inspector': inspector,
    '@modelcontextprotocol/conformance': conformance,
    [nodePackage]: node,
  });
  writeFileSync(noteFile, folder);
}
