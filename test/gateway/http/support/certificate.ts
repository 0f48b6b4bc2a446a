import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../../../scripts/setup/on-path.mjs';

/** Tests that need a certificate are skipped by name without it. */
export const hasOpenssl = findOnPath('openssl') !== undefined;

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

/** A certificate for this machine that signs itself. */
export function certificate(name = 'localhost'): Certificate {
  const directory = mkdtempSync(join(homedir(), 'certificate-'));
  const [certFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...args, '-keyout', keyFile, '-out', certFile, ...subject], { stdio: 'ignore' });
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}
