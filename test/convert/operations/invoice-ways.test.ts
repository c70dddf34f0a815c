/** Electronic invoices by the library, the command line and the service. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { describeAttachments } from '../../../src/convert/operations/attach.js';
import { checkQuery } from '../../../src/http/work/convert-options.js';
import { createConverter } from '../../../src/index.js';
import { openPdf } from '../../../src/pdf/index.js';
import { archivalPdf, catalogWith } from '../../helpers/archival-pdf.js';
import { docconvInTurn } from '../../helpers/cli.js';
import { invoiceXml } from '../../helpers/documents/invoice.js';
import { documents } from '../../helpers/documents.js';
import { describeTools } from '../../helpers/requires.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { startServer } from '../../http/started.js';

const XML = invoiceXml('en16931');
const ARCHIVAL = archivalPdf('3b');

const converter = createConverter({ workers: 1 });
const folder = mkdtempSync(join(tmpdir(), 'docconv-test-'));
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

async function expectInvoice(pdf: Uint8Array): Promise<void> {
  const attached = describeAttachments((await openPdf(pdf)).latest);
  expect(attached).toMatchObject([{ name: 'factur-x.xml', size: XML.length, relationship: 'Alternative' }]);
}

const converted = (bytes: Uint8Array, options = {}) =>
  converter.convert({ bytes, name: 'a.pdf' }, { pdf: { facturx: XML, ...options } });

it('a PDF/A-3 becomes one without an engine', async () => {
  const { pdf, engine, warnings } = await converted(ARCHIVAL, { optimize: 80, facturxLevel: 'en16931' });
  expect({ engine, warnings }).toEqual({ engine: null, warnings: [] });
  await expectInvoice(pdf);
});

it.each([
  ['another level of PDF/A', archivalPdf('2b'), 'PDFA_INVALID'],
  ['no PDF/A', blankPdf().bytes, 'PDFA_INVALID'],
  [
    'a false claim',
    archivalPdf('3b', { objects: { 1: catalogWith('/OpenAction<</S/JavaScript/JS(x)>>') } }),
    'PDFA_INVALID',
  ],
  ['a signature', blankPdf().sign({ make: () => Buffer.alloc(8) }).bytes, 'PDF_SIGNED'],
])('a PDF with %s is refused', async (_, pdf, code) => {
  await expect(converted(pdf)).rejects.toMatchObject({ code });
});

it('operations that contradict it are refused', async () => {
  const invoice = { kind: 'facturx', xml: Buffer.from(XML) } as const;
  const source = { bytes: ARCHIVAL, name: 'a.pdf' };
  const encrypted = converter.operate(source, [invoice, { kind: 'encrypt', userPassword: 'x' }]);
  await expect(encrypted).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});

it('the XML is checked before an engine starts', async () => {
  const idle = createConverter({ workers: 1 });
  const { bytes } = documents.docx();
  await expect(idle.convert({ bytes, name: 'a.docx' }, { pdf: { facturx: '<a/>' } })).rejects.toMatchObject({
    detail: { option: 'facturx', reason: 'facturx-root' },
  });
  expect(idle.status().workers).toBe(0);
  await idle.close();
});

it('on the command line', async () => {
  const files = {
    'a.xml': XML,
    'latin1.xml': Buffer.from(XML.replace('Seller<', 'Händler<'), 'latin1'),
    'utf-16.xml': Buffer.from(`\ufeff${XML}`, 'utf16le'),
    'empty.xml': '',
    'a.pdf': ARCHIVAL,
    'other.pdf': archivalPdf('2b'),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const command = (pdf: string, xml: string) => ({
    argv: ['convert', pdf, '--facturx', xml, '-o', 'out.pdf'],
    cwd: folder,
  });
  const commands = [
    command('a.pdf', 'a.xml'),
    command('other.pdf', 'a.xml'),
    command('a.pdf', 'latin1.xml'),
    command('a.pdf', 'utf-16.xml'),
    command('a.pdf', 'missing.xml'),
    command('a.pdf', 'empty.xml'),
  ];
  const [made, ...refused] = await docconvInTurn(commands, {});
  expect(made).toMatchObject({ code: 0 });
  await expectInvoice(readFileSync(join(folder, 'out.pdf')));
  expect(refused.map(({ code, err }) => `${code} ${/\[(\w+)\]|USAGE|UTF-8|ENOENT|empty\)/.exec(err)?.[0]}`)).toEqual([
    '3 [PDFA_INVALID]',
    '2 UTF-8',
    '2 UTF-8',
    '2 ENOENT',
    '2 empty)',
  ]);
});

it('by the service, as a form field only', async () => {
  const server = await startServer({});
  try {
    const form = new FormData();
    form.set('file', new Blob([ARCHIVAL]), 'a.pdf');
    form.set('facturx', XML);
    const headers = { authorization: `Bearer ${server.key}` };
    const answer = await fetch(`${server.url}/v1/convert`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
    await expectInvoice(new Uint8Array(await answer.arrayBuffer()));
  } finally {
    await server.stop();
  }
  expect(() => checkQuery({ facturx: XML })).toThrow('Send "facturx" as a form field');
});

describeTools('a document', ['soffice.bin'], () => {
  it('becomes one, also where an operation changes its PDF', async () => {
    const { bytes } = documents.docx();
    const options = { pdf: { facturx: XML, flatten: true }, engine: 'native' } as const;
    await expectInvoice((await converter.convert({ bytes, name: 'a.docx' }, options)).pdf);
  });
});
