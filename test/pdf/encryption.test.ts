/** Documents encrypted by qpdf, an independent implementation. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentMetadata, openPdf, type PdfStream, type PdfString, pageList } from '../../src/pdf/index.js';
import { describeTools } from '../helpers/requires.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

const METHODS: [string, string[]][] = [
  ['RC4 40 (R2)', ['40', '--']],
  ['RC4 128 (R3)', ['128', '--use-aes=n', '--']],
  ['AES 128 (R4)', ['128', '--use-aes=y', '--']],
  ['AES 128, metadata in the clear (R4)', ['128', '--use-aes=y', '--cleartext-metadata', '--']],
  ['AES 256 (R5)', ['256', '--force-R5', '--']],
  ['AES 256 (R6)', ['256', '--']],
];

describeTools('encrypted documents', ['qpdf'], () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docconv-encryption-'));
    writeFileSync(join(folder, 'plain.pdf'), onePage({ objects: OBJECTS, trailer: `/Info 5 0 R${ID}` }).bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ID = '/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]';
  const OBJECTS = {
    ...PAGE_OBJECTS,
    1: '<</Type/Catalog/Pages 2 0 R/Sig 6 0 R>>',
    5: '<</Title(Secret title)>>',
    6: '<</ByteRange[0 1 2 3]/Contents<c0ffee>/Type/Sig>>',
  };

  function encrypted(user: string, options: string[], packed: string): Uint8Array {
    const out = join(folder, 'out.pdf');
    const flags = ['--allow-weak-crypto', `--object-streams=${packed}`, '--encrypt', user, 'owner', ...options];
    execFileSync('qpdf', [...flags, join(folder, 'plain.pdf'), out], { stdio: 'pipe' });
    return readFileSync(out);
  }

  async function expectReadable(bytes: Uint8Array, password?: string): Promise<void> {
    const document = await openPdf(bytes, password === undefined ? {} : { password });
    const { latest } = document;
    const page = pageList(latest)!.pages[0]!.dict;
    const content = latest.get(page, 'Contents') as PdfStream;
    expect(await documentMetadata(document)).toMatchObject({ title: 'Secret title', pages: 1 });
    expect(Buffer.from(latest.decode(content).bytes).toString()).toContain('(Hello) Tj');
    const signature = latest.getDict(latest.root, 'Sig');
    expect(Buffer.from((signature!.get('Contents') as PdfString).bytes).toString('hex')).toBe('c0ffee');
    expect(document.encrypted).toBe(true);
  }

  for (const [name, options] of METHODS) {
    for (const packed of ['disable', 'generate']) {
      test(`${name}, object streams: ${packed}`, async () => {
        await expectReadable(encrypted('', options, packed));
        const locked = encrypted('user', options, packed);
        await expectReadable(locked, 'user');
        await expectReadable(locked, 'owner');
        await expect(openPdf(locked)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' });
        await expect(openPdf(locked, { password: 'other' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
      });
    }
  }

  test('the error names an unsupported security handler', async () => {
    const file = onePage({ trailer: '/Encrypt<</Filter/Adobe.PubSec/V 4>>' });
    await expect(openPdf(file.bytes)).rejects.toMatchObject({ code: 'ENCRYPTION_UNSUPPORTED' });
  });
});
