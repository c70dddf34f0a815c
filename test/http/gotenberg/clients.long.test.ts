/** chromiumly, a client of Gotenberg 8, unchanged: each of its routes that need no browser. */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { documents } from '../../helpers/documents.js';
import { describeGotenbergClients, describeWith, program } from '../../helpers/requires.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { type Started, startServer } from '../started.js';

type Call = (client: Record<string, Record<string, (...given: unknown[]) => Promise<Buffer>>>) => Promise<Buffer>;

describeGotenbergClients('chromiumly', folder => {
  describeWith('offers', [program('soffice.bin')], () => {
    let server: Started;
    const client = createRequire(join(folder, 'index.js'))('chromiumly');
    const at = (name: string) => join(server.folder, name);
    beforeAll(async () => {
      server = await startServer({ gotenberg: 'open', workers: 2 });
      vi.stubEnv('GOTENBERG_ENDPOINT', server.url);
      await writeFile(at('a.docx'), documents.docx().bytes);
      for (const name of ['a.pdf', 'b.pdf']) await writeFile(at(name), blankPdf(name).bytes);
      await writeFile(at('data.xml'), '<any/>');
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      await server.stop();
    });

    const text = { source: 'text', expression: 'DRAFT' };
    const bookmarks = [{ title: 'First', page: 1, children: [{ title: 'Inner', page: 1 }] }];
    const both = () => [at('a.pdf'), at('b.pdf')];
    const invoice = () => ({ facturxXml: at('data.xml'), facturxConformanceLevel: 'EN 16931' });
    const CALLS: readonly (readonly [name: string, begin: RegExp, call: Call])[] = [
      [
        'a conversion to PDF/A with metadata and rotation',
        /^%PDF-/,
        ({ LibreOffice }) => {
          const properties = { landscape: true, nativePageRanges: { from: 1, to: 1 } };
          const more = { pdfa: 'PDF/A-2b', metadata: { Title: 'T' }, rotate: { angle: 90 }, outputFilename: 'out' };
          return LibreOffice!.convert!({ files: [at('a.docx')], properties, quality: 80, trace: 'one', ...more });
        },
      ],
      [
        'a conversion with embedded files',
        /^%PDF-/,
        ({ LibreOffice }) => {
          const embedsMetadata = { 'data.xml': { mimeType: 'text/xml', relationship: 'Data' } };
          const embeds = [at('data.xml')];
          return LibreOffice!.convert!({ files: [at('a.docx')], pdfa: 'PDF/A-3b', embeds, embedsMetadata });
        },
      ],
      [
        'a conversion that merges, stamps and encrypts',
        /^%PDF-/,
        ({ LibreOffice }) => {
          const encryption = { userPassword: 'a', ownerPassword: 'b', allowPrinting: false };
          const files = [at('a.docx'), at('a.pdf')];
          return LibreOffice!.convert!({
            files,
            merge: true,
            flatten: true,
            watermark: text,
            stamp: text,
            ...encryption,
          });
        },
      ],
      [
        'merge',
        /^%PDF-/,
        ({ PDFEngines }) => PDFEngines!.merge!({ files: both(), bookmarks, metadata: { Title: 'M' } }),
      ],
      ['convert', /^%PDF-/, ({ PDFEngines }) => PDFEngines!.convert!({ files: [at('a.pdf')], pdfa: 'PDF/A-2b' })],
      [
        'split',
        /^%PDF-/,
        ({ PDFEngines }) =>
          PDFEngines!.split!({ files: [at('a.pdf')], options: { mode: 'pages', span: '1', unify: true } }),
      ],
      ['flatten of two files', /^PK/, ({ PDFEngines }) => PDFEngines!.flatten!(both())],
      ['rotate', /^%PDF-/, ({ PDFEngines }) => PDFEngines!.rotate!({ files: [at('a.pdf')], angle: 90, pages: '1' })],
      ['readMetadata', /^\{"a\.pdf":\{/, ({ PDFEngines }) => PDFEngines!.readMetadata!({ files: [at('a.pdf')] })],
      [
        'writeMetadata',
        /^%PDF-/,
        ({ PDFEngines }) => PDFEngines!.writeMetadata!({ files: [at('a.pdf')], metadata: { Author: 'A' } }),
      ],
      ['readBookmarks', /^\{"a\.pdf":\[/, ({ PDFEngines }) => PDFEngines!.readBookmarks!([at('a.pdf')])],
      [
        'writeBookmarks',
        /^%PDF-/,
        ({ PDFEngines }) => PDFEngines!.writeBookmarks!({ files: [at('a.pdf')], bookmarks }),
      ],
      [
        'encrypt',
        /^%PDF-/,
        ({ PDFEngines }) => PDFEngines!.encrypt!({ files: [at('a.pdf')], options: { userPassword: 'a' } }),
      ],
      ['watermark', /^%PDF-/, ({ PDFEngines }) => PDFEngines!.watermark!({ files: [at('a.pdf')], watermark: text })],
      ['stamp', /^%PDF-/, ({ PDFEngines }) => PDFEngines!.stamp!({ files: [at('a.pdf')], stamp: text })],
      ['embed', /^%PDF-/, ({ PDFEngines }) => PDFEngines!.embed!({ files: [at('a.pdf')], embeds: [at('data.xml')] })],
      ['facturX', /^%PDF-/, ({ PDFEngines }) => PDFEngines!.facturX!({ files: [at('a.pdf')], facturx: invoice() })],
    ];
    it.each(CALLS)('%s', { timeout: 120_000 }, async (_name, begin, call) => {
      const result = await call(client);
      expect(result.toString('latin1')).toMatch(begin);
    });
  });
});
