/** Electronic invoices: the XML is read and checked, and the PDF states what it is. */
import { describe, expect, it } from 'vitest';
import type { FacturxOperation } from '../../../src/convert/operation-types.js';
import { describeAttachments } from '../../../src/convert/operations/attach.js';
import { facturx } from '../../../src/convert/operations/facturx/index.js';
import { parsePdfOptions } from '../../../src/convert/option-values.js';
import { openPdf, readXmp } from '../../../src/pdf/index.js';
import { archivalPdf } from '../../helpers/archival-pdf.js';
import { GUIDELINES, type InvoiceLevel, invoiceXml } from '../../helpers/documents/invoice.js';

const made = (xml: string, given: Partial<FacturxOperation> = {}, pdf = archivalPdf('3b')) =>
  facturx(pdf, { kind: 'facturx', xml: Buffer.from(xml), ...given });

async function statedIn(pdf: Uint8Array, kind = 'invoice:1p0') {
  const { latest } = await openPdf(pdf);
  const namespace = `urn:factur-x:pdfa:CrossIndustryDocument:${kind}#`;
  const names = ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'];
  const xmp = await readXmp(latest, Object.fromEntries(names.map(name => [name, namespace])));
  const [file] = describeAttachments(latest);
  return [...names.map(name => xmp?.[name]), file?.name, file?.relationship, file?.mediaType].join('|');
}

const order = (code: number, guideline = 'urn:order-x.eu:1p0:comfort') =>
  invoiceXml('en16931', String(code), guideline)
    .replaceAll('rsm:CrossIndustryInvoice', 'rsm:SCRDMCCBDACIOMessageStructure')
    .replace('standard:CrossIndustryInvoice:100', 'SCRDMCCBDACIOMessageStructure:100');

describe('the PDF states what the XML is', () => {
  it.each([
    ['minimum', 'INVOICE|factur-x.xml|1.0|MINIMUM|factur-x.xml|Data|text/xml'],
    ['basicwl', 'INVOICE|factur-x.xml|1.0|BASIC WL|factur-x.xml|Data|text/xml'],
    ['basic', 'INVOICE|factur-x.xml|1.0|BASIC|factur-x.xml|Alternative|text/xml'],
    ['en16931', 'INVOICE|factur-x.xml|1.0|EN 16931|factur-x.xml|Alternative|text/xml'],
    ['extended', 'INVOICE|factur-x.xml|1.0|EXTENDED|factur-x.xml|Alternative|text/xml'],
    ['xrechnung', 'INVOICE|factur-x.xml|3.0|XRECHNUNG|factur-x.xml|Alternative|text/xml'],
  ] as const)('%s', async (level, stated) => {
    expect(await statedIn(await made(invoiceXml(level)))).toBe(stated);
    expect(await statedIn(await made(invoiceXml(level), { level }))).toBe(stated);
  });

  const NORM = 'urn:cen.eu:en16931:2017';
  const XRECHNUNG = `${NORM}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
  it.each([
    ['extended', `${NORM}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`, '1.0|EXTENDED'],
    ['xrechnung', `${NORM}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3`, '2.3|XRECHNUNG'],
    ['xrechnung', `${XRECHNUNG}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`, '3.0|XRECHNUNG'],
    ['xrechnung', `${XRECHNUNG}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`, '3.0|XRECHNUNG'],
  ] as const)('%s by %s', async (level, guideline, stated) => {
    const pdf = await made(invoiceXml(level, '380', guideline), { level });
    expect(await statedIn(pdf)).toBe(`INVOICE|factur-x.xml|${stated}|factur-x.xml|Alternative|text/xml`);
  });

  it.each([
    [220, 'ORDER'],
    [230, 'ORDER_CHANGE'],
    [231, 'ORDER_RESPONSE'],
  ])('order %d', async (code, type) => {
    const stated = `${type}|order-x.xml|1.0|COMFORT|order-x.xml|Alternative|text/xml`;
    expect(await statedIn(await made(order(code)), '1p0')).toBe(stated);
  });

  it('as the caller says it, with the XML unchecked', async () => {
    const pdf = await made('<a/>', { level: 'en16931', type: 'ORDER', unchecked: true });
    expect(await statedIn(pdf)).toBe('ORDER|factur-x.xml|1.0|EN 16931|factur-x.xml|Alternative|text/xml');
  });
});

describe('refused', () => {
  const XML = invoiceXml('basic');
  it.each([
    ['no XML', 'text', 'facturx-xml'],
    ['open elements', XML.slice(0, -5), 'facturx-xml'],
    ['a DOCTYPE with an entity', XML.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'), 'facturx-xml'],
    ['too deep', `${'<a>'.repeat(70)}${'</a>'.repeat(70)}`, 'facturx-xml'],
    ['another root', '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', 'facturx-root'],
    ['another namespace', XML.replace('CrossIndustryInvoice:100', 'CrossIndustryInvoice:200'), 'facturx-root'],
    ['another guideline', invoiceXml('basic', '380', 'urn:ferd:CrossIndustryDocument'), 'facturx-guideline'],
    [
      'a national guideline',
      invoiceXml('basic', '380', `${GUIDELINES.xrechnung}#conformant#urn:other`),
      'facturx-guideline',
    ],
    ['no guideline', invoiceXml('basic', '380', ''), 'facturx-guideline'],
    [
      'an invoice with the guideline of orders',
      invoiceXml('basic', '380', 'urn:order-x.eu:1p0:basic'),
      'facturx-guideline',
    ],
    ['an order with the guideline of invoices', order(220, GUIDELINES.en16931), 'facturx-guideline'],
    ['an order with that of XRechnung', order(220, GUIDELINES.xrechnung), 'facturx-guideline'],
    ['an order of another type', order(380), 'facturx-type'],
  ])('%s', async (_name, xml, reason) => {
    await expect(made(xml)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.not.stringMatching(/\.\./),
      detail: { option: 'facturx', reason },
    });
  });

  it('another level than that of the XML', async () => {
    const levels = Object.keys(GUIDELINES) as InvoiceLevel[];
    const [level, other] = [levels[0]!, levels[1]!];
    await expect(made(invoiceXml(other), { level })).rejects.toThrow(
      'The level of --facturx-level is MINIMUM, and the XML states BASIC WL.',
    );
  });

  it.each(['1b', '2b', 'ua'] as const)('a PDF that states %s', async stated => {
    await expect(made(XML, {}, archivalPdf(stated))).rejects.toMatchObject({ code: 'PDFA_INVALID' });
  });

  it('options that contradict it', () => {
    expect(parsePdfOptions({ facturx: XML })).toMatchObject({ pdfa: '3b' });
    for (const options of [{ pdfa: '2b' }, { openPassword: 'x' }, { pdfVersion: '1.7' }])
      expect(() => parsePdfOptions({ facturx: XML, ...options })).toThrow();
    expect(() => parsePdfOptions({ facturxLevel: 'basic' })).toThrow('--facturx-level needs --facturx.');
  });
});
