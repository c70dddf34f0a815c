/** Documents whose text is cut off or damaged: refused with what is wrong, or converted in part with a warning. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { tiff } from '../../helpers/documents/pictures.js';
import { documents, type FormatName } from '../../helpers/documents.js';
import { editPackage } from '../../helpers/edit-package.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';

type Damage = (text: string) => string;

const CUT: Damage = text => text.slice(0, text.length * 0.7);
const AMPERSAND: Damage = text => insert(text, ' & ');
const OTHER_END: Damage = text => text.replace(/<\/([\w:]+)>(?=.{0,99}$)/s, '</other>');

/** Behind the first end tag. */
function insert(text: string, what: string): string {
  const at = text.indexOf('>', text.indexOf('</')) + 1;
  return text.slice(0, at) + what + text.slice(at);
}

/** LibreOffice reads an entity that a part declares in pictures only. */
const declared: Damage = text => text.replace(/<(?=\w)/, '<!DOCTYPE x [<!ENTITY é "ACME">]><');
const ENTITY: Damage = text => insert(declared(text), '<x>&é;</x>');

const damaged = (format: FormatName, damage: Damage) => {
  const { name, bytes } = documents[format]();
  return { name, bytes: Buffer.from(damage(Buffer.from(bytes).toString('latin1')), 'latin1') };
};

const REFUSED: readonly [what: string, document: { name: string; bytes: Uint8Array }, message: RegExp][] = [
  ...(['fodt', 'fods', 'fodp', 'fodg', 'svg'] as const).flatMap(format =>
    [
      [`${format}, cut`, damaged(format, CUT), /not well-formed XML/] as const,
      [`${format}, with a bare ampersand`, damaged(format, AMPERSAND), /not well-formed XML/] as const,
    ].map(row => [...row] as [string, { name: string; bytes: Uint8Array }, RegExp]),
  ),
  ['svg, cut, with an entity of its own', damaged('svg', text => CUT(declared(text))), /not well-formed XML/],
  ['rtf, cut', damaged('rtf', CUT), /group/],
  ['tiff, cut', { name: 'scan.tif', bytes: tiff().subarray(0, 4000) }, /The picture is damaged/],
  ['docx', partOf('docx', 'word/document.xml', CUT), /"word\/document.xml" is not well-formed XML/],
  [
    'docx, with an entity of its own',
    partOf('docx', 'word/document.xml', ENTITY),
    /"word\/document.xml" declares entities/,
  ],
  [
    'docx, with an entity of its types',
    partOf('docx', '[Content_Types].xml', declared),
    /Types\].xml" declares entities/,
  ],
  ['odt, with an entity of its own', partOf('odt', 'content.xml', ENTITY), /"content.xml" declares entities/],
  ['fodt, with an entity of its own', damaged('fodt', ENTITY), /it declares entities/],
  ['odt', partOf('odt', 'content.xml', OTHER_END), /"content.xml" is not well-formed XML/],
];

function partOf(format: FormatName, part: string, damage: Damage) {
  const { name, bytes } = documents[format]();
  return { name, bytes: editPackage(bytes, { [part]: damage }) };
}

describeTools('a document that LibreOffice does not open', ['soffice.bin'], () => {
  it.each(REFUSED)('is damaged: %s', async (_, document, message) => {
    const code = 'CORRUPT_DOCUMENT';
    const refusal = { code, message: expect.stringMatching(message) };
    await expect(sharedConverter().convert(document)).rejects.toMatchObject(refusal);
  });
});

describeTools('a document of which LibreOffice opens nothing for another reason', ['soffice.bin'], () => {
  const svg = Buffer.from(
    '<!DOCTYPE svg [<!ENTITY n "http://www.w3.org/2000/svg">]><svg xmlns="&n;"><text y="9">x</text></svg>',
  );
  const sheet = partOf('xlsx', 'xl/worksheets/sheet1.xml', AMPERSAND);

  it.each([
    ['entities of its own', { name: 'a.svg', bytes: svg }],
    ['a bare ampersand', sheet],
  ])('is not called damaged for %s', async (_, document) => {
    const refusal = { code: 'OPTION_INVALID' };
    await expect(sharedConverter().convert(document, { pdf: { pages: '9' } })).rejects.toMatchObject(refusal);
  });
});

describe('a warning tells of a document that LibreOffice reads in part', () => {
  const SHEET = 'xl/worksheets/sheet1.xml';
  const rtf = documents.rtf();

  it.each([
    ['a sheet that is cut off', partOf('xlsx', SHEET, CUT), SHEET],
    ['an end tag of another element', partOf('xlsx', SHEET, OTHER_END), SHEET],
    ['a bare ampersand in the text', partOf('xlsx', SHEET, AMPERSAND), SHEET],
    [
      'a bare ampersand in an attribute',
      partOf('xlsx', SHEET, xml => xml.replace('<sheetData', '<x y="a & b"/>$&')),
      SHEET,
    ],
    ['an entity that no part declares', partOf('xlsx', SHEET, xml => insert(xml, '<x>&nbsp;</x>')), SHEET],
    ['an entity of its own', partOf('xlsx', SHEET, ENTITY), SHEET],
    [
      'an entity of its own in an attribute',
      partOf('xlsx', SHEET, xml => insert(declared(xml), '<x y="&é;"/>')),
      SHEET,
    ],
    ['a slide', partOf('pptx', 'ppt/slides/slide1.xml', CUT), 'ppt/slides/slide1.xml'],
    ['text behind the last group', { ...rtf, bytes: Buffer.concat([rtf.bytes, rtf.bytes]) }, 'text behind its end'],
  ])('%s', async (_, document, first) => {
    expect(await warningsOf(document)).toEqual([{ parts: 1, first }]);
  });

  it.each([
    [
      'an entity, a number, and an ampersand in CDATA',
      partOf('xlsx', SHEET, xml => insert(xml, '<x y="&quot;">&amp;&#38;&#x26;<![CDATA[ & </y>]]></x>')),
    ],
    ['a comment and an instruction', partOf('xlsx', SHEET, xml => insert(xml, '<!-- & </x> --><?x & ?>'))],
    [
      'white space and NUL behind the last group',
      { ...rtf, bytes: Buffer.concat([rtf.bytes, Buffer.from('\r\n\0\0 ')]) },
    ],
    [
      'entities of its own',
      { ...documents.svg(), bytes: Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>') },
    ],
  ])('but not of %s', async (_, document) => {
    expect(await warningsOf(document)).toEqual([]);
  });
});

async function warningsOf({ bytes, name }: { name: string; bytes: Uint8Array }) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, warnings });
  return warnings.list().flatMap(({ code, detail }) => (code === 'document_damaged' ? [detail] : []));
}
