/** `--comments margin` on every engine: places on the page, comments that do not fit, other kinds of documents. */
import { expect, it } from 'vitest';
import { boxOf, openPdf } from '../../../src/pdf/index.js';
import { documents } from '../../helpers/documents.js';
import { describeTools, describeWith, program } from '../../helpers/requires.js';
import { embedded, sharedConverter } from '../engine-setup.js';
import { annotationsOf, expectMargin, FIELD, REMARKS, type Remark, SCALE, textWith } from './margin.helper.js';
import { draw, wordsOfPages } from './stamp.helper.js';

const converter = sharedConverter();
const pdf = { comments: 'margin' } as const;
const poppler = ['pdftotext', 'pdftoppm', 'qpdf'].map(program);

const ENGINES = [
  { engine: 'native', needs: program('soffice.bin') },
  { engine: 'soffice', needs: program('soffice.bin') },
  { engine: 'wasm', needs: embedded },
] as const;

for (const { engine, needs } of ENGINES) {
  describeWith(`comments in the margin on ${engine}`, [needs, ...poppler], () => {
    it('are printed beside the scaled page', () => expectMargin(converter, engine));
  });
}

const remarks = (count: number, text: (i: number) => string): Remark[] =>
  Array.from({ length: count }, (_, i) => ({ author: `Author${i}`, text: text(i) }));

describeTools('comments in the margin', ['soffice.bin', 'pdftotext', 'pdftoppm', 'qpdf'], () => {
  it('change nothing in a document without comments', async () => {
    const [plain, printed] = [
      await converter.convert(documents.docx()),
      await converter.convert(documents.docx(), { pdf }),
    ];
    expect(wordsOfPages(printed.pdf)).toEqual(wordsOfPages(plain.pdf));
  });

  it('are smaller where many of them share a page', async () => {
    const document = textWith(remarks(20, i => `said${i} ${'and more '.repeat(12)}end${i}`));
    const { warnings, ...converted } = await converter.convert(document, { pdf });
    expect(warnings).toEqual([]);
    const words = wordsOfPages(converted.pdf).flat();
    const of = (name: string) => words.filter(({ text }) => text.startsWith(name)).map(({ text }) => text);
    expect(of('said')).toEqual(Array.from({ length: 20 }, (_, i) => `said${i}`));
    expect(of('end')).toEqual(Array.from({ length: 20 }, (_, i) => `end${i}`));
  });

  it('are cut where they do not fit, with a warning and within the page', async () => {
    const document = textWith([
      { author: 'Short', text: 'complete' },
      { author: 'Long', text: 'word '.repeat(1500) },
    ]);
    const converted = await converter.convert(document, { pdf });
    expect(converted.warnings).toMatchObject([{ code: 'comments_cut', detail: { comments: 1, page: 1 } }]);
    const words = wordsOfPages(converted.pdf)[0]!;
    const { height } = draw(converted.pdf);
    expect(Math.max(...words.map(({ bottom }) => bottom))).toBeLessThan(height);
    expect(words.map(({ text }) => text)).toContain('complete');
    expect(words.filter(({ text }) => text === 'word').length).toBeGreaterThan(500);
    expect(words.filter(({ text }) => text.endsWith('…'))).toHaveLength(1);
  });

  it('are left out where there are too many, with a warning that counts them', async () => {
    const paragraph = textWith(remarks(90, i => `said${i}`));
    const source = paragraph.bytes.toString().replaceAll('</text:p><text:p>place', 'place'); // all on one page
    const converted = await converter.convert({ ...paragraph, bytes: Buffer.from(source) }, { pdf });
    const said = wordsOfPages(converted.pdf)[0]!.filter(({ text }) => text.startsWith('said'));
    expect(said.length).toBeGreaterThan(40);
    const [{ detail }] = converted.warnings as unknown as [{ detail: object }];
    expect(detail).toEqual({ comments: 90 - said.length, page: 1 });
  });

  it('leave fields in their place, with a smaller font', async () => {
    const document = textWith(REMARKS, FIELD);
    const fieldOf = async (comments: 'annotations' | 'margin') => {
      const converted = await converter.convert(document, { pdf: { comments } });
      const { latest } = await openPdf(converted.pdf);
      const field = annotationsOf(latest).find(each => latest.getName(each, 'Subtype') === 'Widget')!;
      const look = Buffer.from(latest.getString(field, 'DA')!.bytes).toString();
      return {
        ...boxOf(latest, field.get('Rect'))!,
        size: Number(/([\d.]+) Tf/.exec(look)![1]),
        height: draw(converted.pdf).height,
      };
    };
    const [plain, printed] = [await fieldOf('annotations'), await fieldOf('margin')];
    const moved = (y: number) => SCALE * y + ((1 - SCALE) / 2) * plain.height;
    expect(printed.left).toBeCloseTo(SCALE * plain.left, 1);
    expect(printed.right).toBeCloseTo(SCALE * plain.right, 1);
    expect(Math.abs(printed.bottom - moved(plain.bottom))).toBeLessThan(1);
    expect(Math.abs(printed.top - moved(plain.top))).toBeLessThan(1);
    expect(printed.size).toBeCloseTo(SCALE * plain.size, 1);
  });

  it('are in images, and together with stamps', async () => {
    const document = textWith([{ author: 'Ada', text: 'said' }]);
    const { pdf: stamped } = await converter.convert(document, { pdf: { ...pdf, header: 'Kopf' } });
    const words = wordsOfPages(stamped)[0]!.map(({ text }) => text);
    expect(words).toEqual(expect.arrayContaining(['said', 'Kopf', 'Heading']));
    const [plain, image] = [
      await converter.convert(document, { to: 'png' }),
      await converter.convert(document, { to: 'png', pdf }),
    ];
    expect(Buffer.from(image.pdf).equals(plain.pdf)).toBe(false);
  });
});
