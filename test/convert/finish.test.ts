import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/convert/limits.js';
import type { PdfOptions } from '../../src/convert/options.js';
import { finishPdf } from '../../src/convert/output/finish.js';
import { documentMetadata, openPdf } from '../../src/pdf/index.js';
import { PdfWriter, stream } from '../helpers/pdf-writer.js';
import { describeTools } from '../helpers/requires.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-finish-'));
afterAll(() => rmSync(folder, { recursive: true }));

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** One page, with a title in both places: the information dictionary and XMP. */
const PDF = new PdfWriter().revision({
  objects: {
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    4: stream(XMP, '/Type/Metadata/Subtype/XML'),
    5: '<</Title(Old)/Producer(a test)>>',
  },
  trailer: '/Info 5 0 R',
}).bytes;

let count = 0;
async function finished(options: PdfOptions): Promise<string> {
  const path = join(folder, `${count++}.pdf`);
  writeFileSync(path, PDF);
  writeFileSync(path, (await finishPdf({ path }, options, DEFAULT_LIMITS)) as Uint8Array);
  return path;
}

describe('finishPdf', () => {
  it('writes title and author to the information dictionary and to XMP', async () => {
    const path = await finished({ title: 'Größe & <x>', author: 'Ann' });
    expect(await documentMetadata(await openPdf(path))).toMatchObject({
      title: 'Größe & <x>',
      author: 'Ann',
      producer: 'a test',
    });
    const xmp = execFileSync('grep', ['-a', 'dc:title', path], { encoding: 'utf8' });
    expect(xmp).toContain('Größe &amp; &lt;x&gt;');
    expect(xmp).toContain('<rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq>');
    expect(xmp).not.toContain('Old');
  });

  it('encrypts the PDF: only the password opens it', async () => {
    const path = await finished({ openPassword: 'sésame' });
    await expect(openPdf(path)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' });
    await expect(openPdf(path, { password: 'nope' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(openPdf(path, { password: 'sésame' })).resolves.toBeDefined();
  });
});

describeTools('an encrypted result, as qpdf shows it,', ['qpdf'], () => {
  const show = (path: string, password = '') =>
    execFileSync('qpdf', ['--show-encryption', `--password=${password}`, path], { encoding: 'utf8' });

  it('is AES-256, revision 6', async () => {
    const text = show(await finished({ openPassword: 'open' }), 'open');
    expect(text).toMatch(/R = 6/);
    expect(text).toMatch(/file encryption method: AESv3/);
  });

  it('permits only what was named', async () => {
    const text = show(await finished({ permissionPassword: 'owner', allow: ['print-low', 'fill'] }));
    expect(text).toMatch(/print low resolution: allowed/);
    expect(text).toMatch(/print high resolution: not allowed/);
    expect(text).toMatch(/modify forms: allowed/);
    expect(text).toMatch(/extract for any purpose: not allowed/);
    expect(text).toMatch(/modify annotations: not allowed/);
  });
});
