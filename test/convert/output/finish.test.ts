import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import type { PdfOptions } from '../../../src/convert/options.js';
import { finishPdf } from '../../../src/convert/output/finish.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { documentMetadata, openPdf } from '../../../src/pdf/index.js';
import { ARCHIVAL_TEXTS, archivalPdf } from '../../helpers/archival-pdf.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { describeTools } from '../../helpers/requires.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-finish-'));
afterAll(() => rmSync(folder, { recursive: true }));

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:title></rdf:Description><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>1</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta>`;

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
async function finished(options: PdfOptions, pdf = PDF): Promise<string> {
  const path = join(folder, `${count++}.pdf`);
  writeFileSync(path, pdf);
  const layout = () => Promise.reject(new Error('there is no text to lay out'));
  const request = { name: 'letter.docx', options, limits: DEFAULT_LIMITS, layout, warnings: new Warnings() };
  writeFileSync(path, (await finishPdf({ path }, request)) as Uint8Array);
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

  it('has a line end before every endstream, as PDF/A requires', async () => {
    const text = readFileSync(await finished({ title: 'New', pdfa: '2b' }, archivalPdf('2b')), 'latin1');
    const starts = [...text.matchAll(/endstream/g)].map(({ index }) => text[index - 1]);
    expect(starts.length).toBeGreaterThan(0);
    expect(new Set(starts)).toEqual(new Set(['\n']));
  });

  it('claims PDF/A-1b, never 1a', async () => {
    const claim = archivalPdf('1b').toString('latin1').replace('conformance>B<', 'conformance>A<');
    const text = readFileSync(await finished({ pdfa: '1b' }, Buffer.from(claim, 'latin1')), 'latin1');
    expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  });

  it('shows the title of a PDF/UA in the window: its own, a given one, or the file name', async () => {
    const shown = async (path: string) => {
      const document = await openPdf(path);
      const { latest } = document;
      expect(latest.getDict(latest.root, 'ViewerPreferences')?.get('DisplayDocTitle')).toBe(true);
      return (await documentMetadata(document)).title;
    };
    const accessible = archivalPdf('ua');
    expect(await shown(await finished({ pdfua: true }, accessible))).toBe(ARCHIVAL_TEXTS.title);
    expect(await shown(await finished({ pdfua: true, title: 'New' }, accessible))).toBe('New');
    const blank = ' '.repeat(ARCHIVAL_TEXTS.title.length);
    const untitled = Buffer.from(accessible.toString('latin1').replaceAll(ARCHIVAL_TEXTS.title, blank), 'latin1');
    expect(await shown(await finished({ pdfua: true }, untitled))).toBe('letter');
  });

  it('encrypts the PDF: only the password opens it', async () => {
    const path = await finished({ openPassword: 'sésame' });
    await expect(openPdf(path)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' });
    await expect(openPdf(path, { password: 'nope' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(openPdf(path, { password: 'sésame' })).resolves.toBeDefined();
  });
});

it('encrypts a PDF without metadata, in which nothing else is changed', async () => {
  const bare = Buffer.from(PDF.toString('latin1').replace('/Metadata 4 0 R', ' '.repeat(15)), 'latin1');
  const path = await finished({ openPassword: 'open' }, bare);
  await expect(openPdf(path, { password: 'open' })).resolves.toBeDefined();
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
