/** What a document must not reach: a server on loopback that counts requests, and a folder of files with a secret. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { documents } from '../documents.js';
import type { Target, TargetKind } from '../vectors/index.js';

/** In every planted text and document, so that its presence in a PDF proves a leak. */
const SECRET = 'PLANTED-SECRET-7F3A';
/** Pixels of the planted picture; no other picture of the tests has this size. */
const [WIDTH, HEIGHT] = [137, 91];

export interface Targets {
  readonly http: Target;
  readonly file: Target;
  /** Number of requests by the slug of the vector. */
  readonly requests: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startTargets(folder: string): Promise<Targets> {
  const planted = plantedFiles();
  await mkdir(folder, { recursive: true });
  for (const [kind, content] of Object.entries(planted)) await writeFile(join(folder, `secret.${kind}`), content);
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const [, vector = '', kind = ''] = /^\/([a-z0-9-]*)(?:\.([a-z]+))?/.exec(request.url ?? '') ?? [];
    requests.set(vector, (requests.get(vector) ?? 0) + 1);
    response.writeHead(200, { 'content-type': TYPES[kind as TargetKind] ?? 'text/plain' });
    response.end(request.method === 'GET' ? planted[kind as TargetKind] : undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    http: (vector, kind) => `http://127.0.0.1:${port}/${vector}.${kind}`,
    file: (_, kind) => pathToFileURL(join(folder, `secret.${kind}`)).href,
    requests,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

const TYPES: Partial<Record<TargetKind, string>> = { png: 'image/png', html: 'text/html', css: 'text/css' };

function plantedFiles(): Record<TargetKind, Uint8Array> {
  const text = Buffer.from(`${SECRET}\n`);
  return {
    png: picture(),
    txt: text,
    html: documents.html(SECRET).bytes,
    css: Buffer.from(`body::before { content: "${SECRET}" }`),
    csv: text,
    ods: documents.ods(SECRET).bytes,
    odt: documents.odt(SECRET).bytes,
    docx: documents.docx(SECRET).bytes,
    xlsx: documents.xlsx(SECRET).bytes,
    wav: text,
    ttf: text,
  };
}

function picture(): Uint8Array {
  const image = new PNG({ width: WIDTH, height: HEIGHT });
  for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 256;
  return PNG.sync.write(image);
}

const run = promisify(execFile);

/** Whether the PDF at `path` contains the secret in its text or metadata, or the planted picture. */
export async function containsSecret(path: string): Promise<boolean> {
  const words = await run('pdftotext', ['-q', path, '-']);
  const properties = await run('pdfinfo', [path]);
  const images = await run('pdfimages', ['-list', path]);
  return (
    words.stdout.includes(SECRET) ||
    properties.stdout.includes(SECRET) ||
    new RegExp(`\\s${WIDTH}\\s+${HEIGHT}\\s`).test(images.stdout)
  );
}
