/** The keys of the tests in the forms that programs read: PKCS #12, PEM, a database of NSS; and the revocation list. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPki } from '../helpers/pki.js';

const pki = createPki(
  {
    root: { key: 'RSA-2048' },
    ann: { issuer: 'root', key: 'RSA-2048' },
    tsa: { issuer: 'root', key: 'RSA-2048', eku: ['timeStamping'], ekuCritical: true },
  },
  new Date(), // programs sign with the time of the system
);

export const PASSWORD = 'secret';

/** Writes ann.p12, ann.pem (key and certificate), tsa.p12, root.pem, ca.crl; fills the folder nss. */
export function writeKeys(folder: string): void {
  writeFileSync(join(folder, 'root.pem'), pki.id('root').pem);
  writeFileSync(join(folder, 'ca.crl'), pki.crl('root'));
  for (const name of ['ann', 'tsa']) {
    const { key, pem } = pki.id(name);
    const file = join(folder, `${name}.pem`);
    writeFileSync(file, `${key.export({ type: 'pkcs8', format: 'pem' })}${pem}`);
    const more = ['-certfile', join(folder, 'root.pem'), '-name', name, '-passout', `pass:${PASSWORD}`];
    execFileSync('openssl', ['pkcs12', '-export', '-in', file, '-out', join(folder, `${name}.p12`), ...more]);
  }
  writeDatabase(folder);
}

function writeDatabase(folder: string): void {
  const database = join(folder, 'nss');
  const run = (program: string, ...more: string[]) => execFileSync(program, ['-d', `sql:${database}`, ...more]);
  run('certutil', '-N', '--empty-password');
  run('certutil', '-A', '-n', 'root', '-t', 'CT,C,C', '-i', join(folder, 'root.pem'));
  run('pk12util', '-i', join(folder, 'ann.p12'), '-W', PASSWORD, '-K', '');
}
