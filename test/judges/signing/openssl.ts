import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RANGE = /\/SubFilter \/ETSI\.CAdES\.detached\s*\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/g;

/** Throws unless openssl verifies the newest signature by docconv, and the path of its certificate to `root`, a PEM. */
export function verifyWithOpenssl(pdf: Uint8Array, folder: string, root: string): void {
  const file = Buffer.from(pdf);
  const [from = 0, length = 0, next = 0, rest = 0] = [...file.toString('latin1').matchAll(RANGE)]
    .at(-1)!
    .slice(1)
    .map(Number);
  const [message, content, anchor] = ['message.der', 'content', 'root.pem'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const hex = file.toString('latin1', from + length + 1, next - 1);
  writeFileSync(message, Buffer.from(hex, 'hex'));
  writeFileSync(content, Buffer.concat([file.subarray(from, from + length), file.subarray(next, next + rest)]));
  writeFileSync(anchor, root);
  const how = ['-binary', '-inform', 'DER', '-purpose', 'any', '-CAfile', anchor];
  execFileSync('openssl', ['cms', '-verify', ...how, '-in', message, '-content', content, '-out', '/dev/null'], {
    stdio: 'pipe',
  });
}
