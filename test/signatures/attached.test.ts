/** What `check` says about embedded files and electronic invoices. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { facturx } from '../../src/convert/operations/facturx/index.js';
import { longReports, toText } from '../../src/report/index.js';
import { check } from '../../src/signatures/index.js';
import { archivalPdf } from '../helpers/archival-pdf.js';
import { invoiceXml } from '../helpers/documents/invoice.js';
import { deflated, PdfWriter, stream } from '../helpers/pdf-writer.js';
import { createPki } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { adobeList } from '../helpers/trust-lists/adobe.js';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const attachedIn = async (pdf: Uint8Array) => (await check(pdf)).document;

/** A PDF with this file under each of the names. */
function withFile(content: ReturnType<typeof stream>, names: readonly string[]): Uint8Array {
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${names.map(name => `(${name})4 0 R`).join('')}]>>>>>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    4: '<</Type/Filespec/F(file)/EF<</F 5 0 R>>>>',
    5: content,
  };
  return new PdfWriter().revision({ objects }).bytes;
}

test('an invoice', async () => {
  const xml = invoiceXml('en16931');
  const result = await check(await facturx(archivalPdf('3b'), { kind: 'facturx', xml: Buffer.from(xml) }));
  expect(result.document).toMatchObject({
    attachments: [
      {
        name: 'factur-x.xml',
        relationship: 'Alternative',
        mediaType: 'text/xml',
        size: xml.length,
        sha256: sha256(xml),
      },
    ],
    attachmentCount: 1,
    invoice: { fileName: 'factur-x.xml', type: 'INVOICE', level: 'EN 16931', version: '1.0' },
  });

  const same = (text: string) => text;
  const palette = { good: same, bad: same, unsure: same, neutral: same, strong: same, faint: same };
  const checked = { file: 'a.pdf', result };
  const text = toText(checked, { palette, verbose: false, columns: Number.POSITIVE_INFINITY, identityHint: '' });
  const attached = `“factur-x.xml”, Alternative, text/xml, ${xml.length.toLocaleString('en')} bytes, SHA-256 ${sha256(xml)}`;
  const states = '“EN 16931”, as the metadata state it (XML: “factur-x.xml”)';
  expect(text).toContain(`    Attached    ${attached}\n    Invoice     ${states}\n`);
  const { toHtml } = await longReports();
  const html = toHtml([checked], { checkedAt: new Date(), version: '1', identityHint: '' });
  expect(html).toContain(attached);
  expect(html).toContain(states);
});

test('a signed PDF', async () => {
  const pki = createPki({ root: {}, ca: { issuer: 'root', ca: true }, signer: { issuer: 'ca' } }, new Date());
  expect(await attachedIn(adobeList('<x/>', pki).bytes)).toMatchObject({
    signatures: 1,
    attachments: [{ name: 'SecuritySettings.xml', size: 4, sha256: sha256('<x/>') }],
    invoice: null,
  });
});

test('nothing attached', async () => {
  expect(await attachedIn(blankPdf().bytes)).toMatchObject({ attachments: [], attachmentCount: 0, invoice: null });
});

test('of many files, the first hundred', async () => {
  const names = Array.from({ length: 150 }, (_, i) => String(i).padStart(3, '0'));
  const { attachments, attachmentCount } = await attachedIn(withFile(stream('x'), names));
  expect([attachments.length, attachmentCount]).toEqual([100, 150]);
});

test.each([
  ['larger than what is unpacked', deflated(Buffer.alloc(70 << 20))],
  ['damaged', stream('no zlib', '/Filter/FlateDecode')],
  ['packed in an unknown way', stream('x', '/Filter/Unknown')],
])('a file that is %s has no size', async (_, content) => {
  const { attachments } = await attachedIn(withFile(content, ['a']));
  expect(attachments).toMatchObject([{ name: 'file', size: null, sha256: null }]);
});
