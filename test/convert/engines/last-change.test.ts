/** Fields about the last change of a document, where LibreOffice evaluates them: a conversion is none. */
import { expect, it } from 'vitest';
import { wordWith } from '../../helpers/documents/with.js';
import { wordsOf } from '../../helpers/pdf-text.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';

const converter = sharedConverter();

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONSHIP = `<Relationship Id="core" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`;
const OVERRIDE =
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>';
const PROPERTIES = `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><cp:revision>5</cp:revision><dcterms:modified xsi:type="dcterms:W3CDTF">2013-05-06T07:08:09Z</dcterms:modified></cp:coreProperties>`;

const field = (instruction: string) =>
  `<w:fldSimple w:instr="${instruction}"><w:r><w:t>saved</w:t></w:r></w:fldSimple><w:r><w:t>;</w:t></w:r>`;

/** The layout of PAGEREF changes the document. */
const document = wordWith(
  `<w:p>${['SAVEDATE \\@ &quot;yyyy&quot;', 'REVNUM', 'PAGEREF none'].map(field).join('')}</w:p>`,
  {
    'docProps/core.xml': PROPERTIES,
    '_rels/.rels': xml => xml.replace('</Relationships>', `${RELATIONSHIP}</Relationships>`),
    '[Content_Types].xml': xml => xml.replace('</Types>', `${OVERRIDE}</Types>`),
  },
);

describeTools('the last change of a document', ['soffice.bin', 'pdftotext'], () => {
  it.each(['native', 'soffice'] as const)('is printed as the document has it, by %s', async engine => {
    const { pdf } = await converter.convert(document, { engine, pdf: { layout: 'libreoffice' } });
    expect(await wordsOf(pdf)).toContain('2013;5;');
  });
});
