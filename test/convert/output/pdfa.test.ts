/** The rules of PDF/A and PDF/UA that docconv checks in the finished PDF: each is broken by one PDF. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { finishPdf } from '../../../src/convert/output/finish.js';
import { RULES, requireStandard } from '../../../src/convert/output/pdfa/index.js';
import type { Level } from '../../../src/convert/output/pdfa/rule.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { openPdf, type PdfDict, pageList } from '../../../src/pdf/index.js';
import {
  archivalPdf,
  type Changes,
  catalogWith,
  iccProfile,
  NEXT,
  OBJECT,
  pageWith,
  xmpOf,
} from '../../helpers/archival-pdf.js';
import { type StreamBody, stream } from '../../helpers/pdf-writer.js';

const ask = (level: Level) => (level === 'ua' ? { pdfua: true } : { pdfa: level });

/** Names of the rules that the PDF breaks. */
async function broken(pdf: Uint8Array, level: Level): Promise<string[]> {
  try {
    await requireStandard(pdf, ask(level));
    return [];
  } catch (error) {
    const { code, detail } = error as { code: string; detail: { rules: string } };
    expect(code).toBe('PDFA_INVALID');
    return detail.rules.split(',');
  }
}

const annotated = (annotation: string): Changes => ({
  objects: { [OBJECT.page]: pageWith(`/Annots[${NEXT} 0 R]`), [NEXT]: annotation },
});
const withResource = (resources: string, objects: Changes['objects'] = {}): Changes => ({
  objects: { [OBJECT.page]: pageWith('', resources), ...objects },
});
const withCatalog = (entries: string): Changes => ({ objects: { [OBJECT.catalog]: catalogWith(entries) } });
const withFont = (font: string, objects: Changes['objects'] = {}): Changes => ({
  objects: { [OBJECT.font]: font, ...objects },
});
const withImage = (entries: string): Changes =>
  withResource(`/XObject<</Im ${NEXT} 0 R>>`, { [NEXT]: stream('x', `/Subtype/Image${entries}`) });

/** Metadata with the statements of both. */
function bothIn(one: StreamBody, other: StreamBody): StreamBody {
  const added = /<rdf:Description(?:(?!<rdf:Description).)*pdfuaid.*<\/rdf:Description>/.exec(textOf(other))![0];
  return stream(textOf(one).replace('</rdf:RDF>', `${added}</rdf:RDF>`), one.dict);
}
const textOf = ({ data }: StreamBody) => Buffer.from(data).toString();

const LOOK = { [NEXT + 1]: stream('', '/Subtype/Form/BBox[0 0 9 9]') };
const LINK = '/Type/Annot/Subtype/Link/Rect[0 0 9 9]';

/** For each rule: the level that it is tried with, and a PDF that breaks it and no other rule. */
const BREAKING: Record<string, readonly [level: Level, changes: Changes | ((pdf: Buffer) => Buffer)][]> = {
  header: [
    ['2b', { header: '%PDF-1.7\n%abcd\n' }],
    ['3b', { header: '%PDF-2.0\n%\xe2\xe3\xcf\xd3\n' }],
  ],
  end: [['1b', { revision: { eof: '%%EOF\n\n' } }]],
  identifier: [
    ['1b', { trailer: '' }],
    ['2b', { trailer: '/ID[<01><>]' }],
  ],
  encryption: [],
  'objects-readable': [['2b', { revision: { misplaced: { 11: 3 } } }]],
  'no-object-streams': [['1b', { revision: { xref: 'stream' } }]],
  'stream-line-ends': [
    ['1b', pdf => Buffer.from(pdf.toString('latin1').replace('a font\nendstream', 'a fontendstream '), 'latin1')],
  ],
  'streams-inside': [['2b', { objects: { [NEXT]: stream('x', '/F(other.bin)') } }]],
  'no-lzw': [['3b', { objects: { [NEXT]: stream('x', '/Filter[/FlateDecode/LZWDecode]') } }]],
  'no-jpeg-2000': [['1b', withImage('/Filter/JPXDecode')]],
  limits: [
    ['1b', { objects: { [NEXT]: `<</A/${'n'.repeat(128)}>>` } }],
    ['2b', { objects: { [NEXT]: `(${'s'.repeat(32_768)})` } }],
    ['1b', { objects: { [NEXT]: `[${'0 '.repeat(8192)}]` } }],
  ],
  'output-intent': [
    ['2b', { objects: { [OBJECT.intent]: '<</Type/OutputIntent/S/GTS_PDFX/DestOutputProfile 7 0 R>>' } }],
    ['1b', { objects: { [OBJECT.profile]: stream(iccProfile(4, 'RGB '), '/N 3') } }],
    ['3b', { objects: { [OBJECT.profile]: stream(iccProfile(2, 'RGB '), '/N 4') } }],
  ],
  metadata: [],
  'metadata-unfiltered': [
    [
      '1b',
      {
        objects: {
          [OBJECT.metadata]: { dict: `${xmpOf('1b').dict}/Filter/FlateDecode`, data: deflateSync(xmpOf('1b').data) },
        },
      },
    ],
  ],
  identification: [
    ['2b', { objects: { [OBJECT.metadata]: xmpOf('1b') } }],
    ['1b', { objects: { [OBJECT.metadata]: xmpOf('2b') } }],
  ],
  'extension-schema': [['2b', { objects: { [OBJECT.metadata]: bothIn(xmpOf('2b'), xmpOf('ua')) } }]],
  'information-agrees': [
    ['1b', { objects: { [OBJECT.information]: '<</Title(Another letter)>>' } }],
    ['2b', { objects: { [OBJECT.information]: '<</CreationDate(D:20270102030405Z)>>' } }],
  ],
  'fonts-embedded': [
    ['1b', withFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')],
    ['2b', { objects: { [OBJECT.descriptor]: '<</Type/FontDescriptor>>' } }],
    ['ua', withFont('<</Type/Font/Subtype/TrueType/BaseFont/Some>>')],
  ],
  'cid-fonts': [['2b', withFont('<</Type/Font/Subtype/CIDFontType2/BaseFont/Some/FontDescriptor 9 0 R>>')]],
  'font-subsets': [['1b', withFont('<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Some/FontDescriptor 9 0 R>>')]],
  'no-cmyk': [
    ['1b', withImage('/ColorSpace/DeviceCMYK')],
    ['2b', withImage('/ColorSpace[/Indexed/DeviceCMYK 1 <00>]')],
  ],
  images: [['2b', withImage('/Interpolate true')]],
  forms: [['2b', { objects: { [NEXT]: stream('', '/Subtype/Form/BBox[0 0 9 9]/Ref<<>>') } }]],
  'transfer-functions': [['3b', withResource('/ExtGState<</G<</TR/Identity>>>>')]],
  'no-transparent-groups': [['1b', { objects: { [OBJECT.page]: pageWith('/Group<</S/Transparency/CS/DeviceRGB>>') } }]],
  'no-soft-masks': [
    ['1b', withImage(`/SMask ${NEXT} 0 R`)],
    ['1b', withResource('/ExtGState<</G<</SMask<</S/Alpha>>>>>>')],
  ],
  opaque: [
    ['1b', withResource('/ExtGState<</G<</ca 0.5>>>>')],
    ['1b', withResource('/ExtGState<</G<</BM/Multiply>>>>')],
  ],
  'annotation-types': [
    ['1b', annotated('<</Type/Annot/Subtype/FileAttachment/F 4/Rect[0 0 9 9]>>')],
    ['2b', annotated('<</Type/Annot/Subtype/Movie/F 4/Rect[0 0 0 0]>>')],
  ],
  'annotation-flags': [
    ['2b', annotated(`<<${LINK}>>`)],
    ['1b', annotated(`<<${LINK}/F 6>>`)],
    ['1b', annotated('<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]>>')],
  ],
  'annotation-looks': [
    ['2b', annotated('<</Type/Annot/Subtype/Text/F 28/Rect[0 0 9 9]>>')],
    ['1b', annotated('<</Type/Annot/Subtype/Widget/F 4/Rect[0 0 9 9]/AP<<>>>>')],
  ],
  'annotation-areas': [['1b', annotated('<</Type/Annot/Subtype/Link/F 4>>')]],
  'no-actions': [
    ['1b', annotated(`<<${LINK}/F 4/A<</S/Launch/F(a.exe)>>>>`)],
    ['2b', withCatalog('/OpenAction<</S/JavaScript/JS(1)>>')],
    ['3b', annotated(`<<${LINK}/F 4/A<</S/Hide>>>>`)],
  ],
  'no-triggers': [['2b', withCatalog('/AA<</WC<</S/Named/N/NextPage>>>>')]],
  'fields-static': [
    ['2b', withCatalog('/AcroForm<</NeedAppearances true/Fields[]>>')],
    [
      '1b',
      {
        objects: {
          ...LOOK,
          [NEXT]: `<</Type/Annot/Subtype/Widget/F 4/Rect[0 0 9 9]/AP<</N ${NEXT + 1} 0 R>>/A<</S/URI>>>>`,
        },
      },
    ],
  ],
  'no-scripts': [['3b', withCatalog('/Names<</JavaScript<</Names[]>>>>')]],
  'no-attachments': [
    ['1b', withCatalog('/Names<</EmbeddedFiles<</Names[]>>>>')],
    ['2b', { objects: { [NEXT]: '<</Type/Filespec/EF<</F 10 0 R>>>>' } }],
  ],
  'no-layers': [['1b', withCatalog('/OCProperties<<>>')]],
  'ua-identification': [['ua', { objects: { [OBJECT.metadata]: xmpOf('2b') } }]],
  'ua-title': [['ua', { objects: { [OBJECT.catalog]: catalogWith('').replace('/DisplayDocTitle true', '') } }]],
  'ua-tags': [['ua', { objects: { [OBJECT.catalog]: catalogWith('').replace('/Marked true', '') } }]],
  // those about tags: pdfua.test.ts
  'ua-content': [],
  'ua-types': [],
  'ua-tables': [],
  'ua-lists': [],
  'ua-figures': [],
  'ua-headings': [],
  'ua-notes': [],
  'ua-media': [['ua', { objects: { [NEXT]: '<</S/MCD/CT(video/mp4)>>' } }]],
  'ua-annotations': [],
  'ua-annotation-texts': [],
  'ua-tab-order': [],
  'ua-language': [['ua', { objects: { [OBJECT.catalog]: catalogWith('').replace('/Lang(en)', '') } }]],
};

const LEVELS = ['1b', '2b', '3b', 'ua'] as const;

describe('the rules of PDF/A and PDF/UA', () => {
  it.each(LEVELS)('are kept by a good PDF of %s', async level => {
    expect(await broken(archivalPdf(level), level)).toEqual([]);
  });

  it('are each broken by a PDF', () =>
    expect(Object.keys(BREAKING).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted()));

  const cases = Object.entries(BREAKING).flatMap(([name, pdfs]) =>
    pdfs.map(([level, change], i) => ({ name, level, change, i })),
  );
  it.each(cases)('$name in $level ($i)', async ({ name, level, change }) => {
    const pdf = typeof change === 'function' ? change(archivalPdf(level)) : archivalPdf(level, change);
    expect(await broken(pdf, level)).toEqual([name]);
  });

  it('forbid encryption', async () => {
    const encrypted = await finished(archivalPdf('2b'), { permissionPassword: 'x' });
    expect(await broken(encrypted, '2b')).toContain('encryption');
  });

  it.each([null, stream('<x:xmpmeta', '/Type/Metadata/Subtype/XML')])('metadata', async metadata => {
    const pdf = archivalPdf('2b', { objects: { [OBJECT.metadata]: metadata } });
    expect(await broken(pdf, '2b')).toContain('metadata');
  });

  it('permit what only PDF/A-1 excludes', async () => {
    const pdf = archivalPdf('2b', withResource('/ExtGState<</G<</ca 0.5/BM/Multiply>>>>'));
    expect(await broken(pdf, '2b')).toEqual([]);
  });

  it('are named in the message, with object and clause', async () => {
    const pdf = archivalPdf('2b', annotated(`<<${LINK}>>`));
    await expect(requireStandard(pdf, { pdfa: '2b' })).rejects.toThrow(
      `The PDF breaks a rule of PDF/A-2b and was not written. Required: annotations are printed and not hidden (object ${NEXT}; ISO 19005-2, 6.3.2).`,
    );
  });
});

describe('glyphs of a Type 1 font', () => {
  const program = (list: string) => [Buffer.from('clear'), eexec(`abcd/Private 1 dict/CharStrings ${list}`)] as const;
  const LIST = '3 dict dup begin\n/.notdef 2 RD /A ND\n/A 3 RD /B  ND\n/fi 1 RD x ND\nend';

  function withProgram([clear, encrypted]: readonly [Buffer, Buffer]): Changes {
    const lengths = `/Length ${clear.length + encrypted.length}/Length1 ${clear.length}/Length2 ${encrypted.length}/Length3 0`;
    return withFont(`<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Some/FontDescriptor ${NEXT} 0 R>>`, {
      [NEXT]: `<</Type/FontDescriptor/FontName/AAAAAA+Some/FontFile ${NEXT + 1} 0 R>>`,
      [NEXT + 1]: stream(Buffer.concat([clear, encrypted]), lengths),
    });
  }

  it('are named as the program has them', async () => {
    const pdf = await finished(archivalPdf('1b', withProgram(program(LIST))), { pdfa: '1b' });
    expect(Buffer.from(pdf).toString('latin1')).toContain('/CharSet (/A/fi)');
  });

  it.each(['', '3 array /A 1 RD x ND end', LIST.slice(0, -4), LIST.replace('3 RD', '99 RD')])(
    'are not invented: %j',
    async list => {
      const pdf = archivalPdf('1b', withProgram(program(list)));
      await expect(finished(pdf, { pdfa: '1b' })).rejects.toMatchObject({ detail: { rules: 'font-subsets' } });
    },
  );
});

/** Adobe Type 1 Font Format, 7.1. */
function eexec(text: string): Buffer {
  let key = 55_665;
  return Buffer.from(text).map(byte => {
    const encrypted = byte ^ (key >> 8);
    key = ((encrypted + key) * 52_845 + 22_719) & 0xffff;
    return encrypted;
  }) as Buffer;
}

async function finished(
  pdf: Uint8Array,
  options: Parameters<typeof finishPdf>[1]['options'],
  warnings = new Warnings(),
) {
  const layout = () => Promise.reject(new Error('there is no text to lay out'));
  const request = { name: 'letter.docx', options, limits: DEFAULT_LIMITS, layout, warnings };
  return (await finishPdf(pdf, request)) as Uint8Array;
}

describe('the finished PDF/A', () => {
  it('has the title of the information dictionary in its metadata', async () => {
    const objects = { [OBJECT.information]: '<</Title(Ann\\222s \\001 letter)/Subject(a <b>)/Keywords(x, y)>>' };
    await finished(archivalPdf('1b', { objects }), { pdfa: '1b' });
    await finished(archivalPdf('2b', { objects }), { pdfa: '2b', title: 'A \x01 title' });
  });

  it('declares the property of PDF/UA', async () => {
    const pdf = archivalPdf('2b', { objects: { [OBJECT.metadata]: bothIn(xmpOf('2b'), xmpOf('ua')) } });
    await finished(pdf, { pdfa: '2b', pdfua: true });
  });

  it('has the time of the information dictionary in its metadata, where LibreOffice writes zeros', async () => {
    const zeros = '0000-00-00T00:00:00Z';
    const { dict, data } = xmpOf('2b');
    const xmp = Buffer.from(data)
      .toString()
      .replace(
        /<xmp:CreateDate>.*<\/xmp:CreateDate>/,
        `<xmp:CreateDate>${zeros}</xmp:CreateDate><xmp:ModifyDate>${zeros}</xmp:ModifyDate>`,
      );
    const pdf = archivalPdf('2b', { objects: { [OBJECT.metadata]: stream(xmp, dict) } });
    expect(await broken(pdf, '2b')).toEqual(['information-agrees']);
    expect(Buffer.from(await finished(pdf, { pdfa: '2b' })).toString('latin1')).not.toContain(zeros);
  });

  /** LibreOffice writes comments like these. */
  const comment = '<</Type/Annot/Subtype/Text/F 4/Contents(Note)/Popup 13 0 R/Rect[100 700 100.05 717]>>';
  const objects = {
    [OBJECT.page]: pageWith(`/Annots[${NEXT} 0 R 13 0 R 14 0 R]`),
    [NEXT]: comment,
    13: `<</Type/Annot/Subtype/Popup/Parent ${NEXT} 0 R>>`,
    14: '<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]/A<</S/Rendition>>>>',
  };

  it.each(['1b', '2b', '3b'] as const)('%s has comments that are valid, and no films', async pdfa => {
    const warnings = new Warnings();
    const document = await openPdf(await finished(archivalPdf(pdfa, { objects }), { pdfa }, warnings));
    const { latest } = document;
    const [page] = pageList(latest)!.pages;
    const annotations = latest.getArray(page!.dict, 'Annots')!.items.map(item => latest.resolve(item) as PdfDict);
    expect(annotations.map(annotation => latest.getName(annotation, 'Subtype'))).toEqual(['Text', 'Popup']);
    expect(annotations[0]!.has('AP')).toBe(pdfa !== '1b');
    expect(latest.getText(annotations[0]!, 'Contents')).toBe('Note');
    expect(warnings.list()).toEqual([{ code: 'media_removed', detail: { media: 1 } }]);
  });
});
