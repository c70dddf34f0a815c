/** Electronic invoices as Mustang, factur-x and veraPDF see them: each level of Factur-X, as an invoice and as a credit note. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sharedConverter, temporaryFolder } from '../convert/engine-setup.js';
import { GUIDELINES, type InvoiceLevel, invoiceXml, TYPES } from '../helpers/documents/invoice.js';
import { documents } from '../helpers/documents.js';
import { veraPdf } from '../helpers/looks/verapdf.js';
import { describeInvoiceJudges, describeVeraPdf, describeWith, program } from '../helpers/requires.js';

const run = promisify(execFile);

const LEVELS = Object.keys(GUIDELINES) as InvoiceLevel[];
const CASES = LEVELS.flatMap(level => Object.entries(TYPES).map(([type, code]) => ({ level, type, code })));

describeInvoiceJudges('invoices', judges => {
  const mustang = join(judges, 'Mustang-CLI-2.26.0.jar');
  const facturx = join(judges, 'python', 'bin', 'python');

  describeWith('as judges of them see them', [program('soffice.bin')], async () => {
    const converter = sharedConverter();
    const folder = await temporaryFolder();

    async function make(name: string, xml: string): Promise<string> {
      const path = join(folder, `${name}.pdf`);
      await writeFile(
        path,
        (await converter.convert(documents.docx(), { engine: 'native', pdf: { facturx: xml } })).pdf,
      );
      return path;
    }

    it.each(CASES)('$level, $type', { timeout: 300_000 }, async ({ level, code }) => {
      const path = await make(`${level}-${code}`, invoiceXml(level, code));
      expect(await judgedByMustang(mustang, path)).toEqual({ pdf: 'valid', xml: 'valid' });
      expect(await judgedByFacturx(facturx, path)).toEqual(['factur-x.xml', level === 'xrechnung' ? 'en16931' : level]);
    });

    it('a wrong sum is found by Mustang', { timeout: 300_000 }, async () => {
      const path = await make('wrong', invoiceXml('en16931').replace('>119.00<', '>120.00<'));
      expect(await judgedByMustang(mustang, path)).toEqual({ pdf: 'valid', xml: 'invalid' });
    });

    it('what does not follow the schema is found by factur-x', async () => {
      const path = await make('schema', invoiceXml('en16931').replaceAll('ram:SellerTradeParty', 'ram:Seller'));
      await expect(judgedByFacturx(facturx, path)).rejects.toThrow();
    });

    describeVeraPdf('and veraPDF', () => {
      it('are PDF/A-3b', { timeout: 300_000 }, async () => {
        const made: { path: string; level: '3b' }[] = [];
        for (const { level, code } of CASES)
          made.push({ path: await make(`vera-${level}-${code}`, invoiceXml(level, code)), level: '3b' });
        expect(await veraPdf(folder, made)).toEqual(CASES.map(() => []));
      });
    });
  });
});

/** Its notices are about XRechnung, which other levels are not. */
async function judgedByMustang(
  jar: string,
  path: string,
): Promise<{ pdf: string | undefined; xml: string | undefined }> {
  const args = ['-jar', jar, '--action', 'validate', '--no-notices', '--disable-file-logging', '--source', path];
  const { stdout } = await run('java', args, { maxBuffer: 64 << 20 }).catch(error => error as { stdout: string });
  const summary = (part: string) =>
    new RegExp(`<${part}>(?:(?!</${part}>)[^])*<summary status="(\\w+)"/>`).exec(stdout)?.[1];
  return { pdf: summary('pdf'), xml: summary('xml') };
}

/** Name of the XML and its level; rejects where it does not follow the schema of its level. */
async function judgedByFacturx(python: string, path: string): Promise<string[]> {
  const script = [
    'import sys, facturx, lxml.etree',
    'name, xml = facturx.get_xml_from_pdf(open(sys.argv[1], "rb"), check_xsd=True, check_schematron=False)',
    'print(name, facturx.get_level(lxml.etree.fromstring(xml)))',
  ];
  const { stdout } = await run(python, ['-c', script.join('\n'), path]);
  return stdout.trim().split(' ');
}
