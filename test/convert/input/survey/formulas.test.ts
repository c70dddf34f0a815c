/** Formulas need LibreOffice Math, which is not part of every installation. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findLibreOffice } from '../../../../src/convert/engines/locate.js';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { Warnings } from '../../../../src/convert/warnings.js';
import { formula } from '../../../helpers/documents/ooxml.js';
import { documents } from '../../../helpers/documents.js';
import { program, testWith } from '../../../helpers/requires.js';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const math = '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mi>x</math:mi></math:math>';
const FLAT =
  `<office:document xmlns:office="${ODF}:office:1.0" office:mimetype="application/vnd.oasis.opendocument.text">` +
  `<office:body><office:text>${math}</office:text></office:body></office:document>`;

async function lost(bytes: Uint8Array, name: string, missing: string[]) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, missing, warnings });
  return warnings.list().filter(({ code }) => code === 'formulas_lost');
}

it.each([
  ['a Word document', formula(), 'a.docx'],
  ['an OpenDocument text', Buffer.from(FLAT), 'a.fodt'],
])('%s with a formula has a warning where Math is missing, and only there', async (_, bytes, name) => {
  expect(await lost(bytes, name, ['Math'])).toEqual([{ code: 'formulas_lost', detail: { formulas: 1 } }]);
  expect(await lost(bytes, name, [])).toEqual([]);
});

it('a document without formulas has no warning', async () => {
  expect(await lost(documents.docx().bytes, 'a.docx', ['Math'])).toEqual([]);
});

testWith('Math is found where it is installed', [program('soffice.bin')], () => {
  const { program, missing } = findLibreOffice(null)!;
  expect(missing.includes('Math')).toBe(!existsSync(`${program}/libsmlo.so`));
});

it.each([
  ['installed', ['share/registry/math.xcd', 'program/libswlo.so', 'program/libsmlo.so'], []],
  ['not installed', ['program/libswlo.so'], ['Math']],
  ['removed, and its description was left', ['share/registry/math.xcd', 'program/libswlo.so'], ['Math']],
  ['a part of one library with all components', ['share/registry/math.xcd', 'program/libmergedlo.so'], []],
])('Math is %s', (_, files, missing) => {
  const installation = mkdtempSync(join(tmpdir(), 'docconv-installation-'));
  onTestFinished(() => rmSync(installation, { recursive: true }));
  for (const file of ['program/soffice.bin', ...files]) {
    mkdirSync(dirname(join(installation, file)), { recursive: true });
    writeFileSync(join(installation, file), '');
  }
  expect(findLibreOffice(installation)).toMatchObject({ missing });
});
