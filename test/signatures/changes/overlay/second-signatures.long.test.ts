/** Visible second signatures of ordinary documents, which must stay permitted: scans, and initials on every page of a contract. */
import { expect, test } from 'vitest';
import { appearanceStream, type FormPdf, formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { type Body, deflated, stream } from '../../../helpers/pdf-writer.js';
import { assessAll } from '../assess.js';

const LOOK = appearanceStream('1 g 0 0 200 20 re f 0 g BT /Helv 8 Tf 2 5 Td (Digitally signed by Bob) Tj ET');

/** Adds a signature with one widget for each place. */
function signedAt(pdf: FormPdf, name: string, pages: readonly number[], rect: string): FormPdf {
  const signing = sign({ field: name });
  return pdf.save({
    make: signing.make,
    prepare(draft) {
      signing.prepare(draft);
      const field = draft.next - 1;
      const value = /\/V \d+ 0 R/.exec(draft.text(field))![0];
      const look = draft.add(LOOK);
      const kids = pages.map(page => {
        const kid = draft.add(
          `<</Type/Annot/Subtype/Widget/Parent ${field} 0 R/Rect${rect}/F 132/P ${page} 0 R/AP<</N ${look} 0 R>>>>`,
        );
        draft.append(page, 'Annots', `${kid} 0 R`);
        return `${kid} 0 R`;
      });
      draft.set(field, `<</FT/Sig/T(${name})${value}/Kids[${kids.join(' ')}]>>`);
      draft.edit(O.page, body => body.replace(` ${field} 0 R`, ''));
    },
  });
}

async function isPermitted(pdf: FormPdf): Promise<boolean> {
  const verdicts = await assessAll(pdf);
  return verdicts.every(({ allowed, warnings }) => allowed && warnings.length === 0);
}

/** A page of A4 with text and a line, as a scanner delivers it. */
function scan(resolution: number, noise: number): Record<number, Body> {
  const [width, height] = [8.27, 11.69].map(inches => Math.round(inches * resolution)) as [number, number];
  const data = Buffer.alloc(width * height);
  let state = 1;
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)].map(pixels => (pixels * 72) / resolution) as [number, number];
    const isText = x > 50 && x < 540 && y > 60 && y < 480 && y % 14 < 7 && Math.floor(x * 0.7) % 3 > 0;
    const isLine = Math.abs(y - 530) < 0.5 && x > 290 && x < 520;
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    data[at] = (isText || isLine ? 30 : 235) + Math.round((state / 2 ** 31 - 0.5) * noise);
  }
  const image = `/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray`;
  return {
    [O.page]: '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[]/Resources<</XObject<</I 900 0 R>>>>>>',
    [O.content]: stream('q 595 0 0 842 0 0 cm /I Do Q'),
    900: deflated(data, image),
  };
}

test.each([
  [150, 0],
  [200, 30],
  [300, 10],
  [400, 20],
])('a scan of %i dpi with noise of %i is signed on paper and on a line', async (resolution, noise) => {
  const first = signedAt(formPdf({}, scan(resolution, noise)), 'First', [O.page], '[60 300 260 340]');
  expect(await isPermitted(signedAt(first, 'Second', [O.page], '[300 300 500 340]'))).toBe(true);
  expect(await isPermitted(signedAt(first, 'Second', [O.page], '[300 500 500 540]'))).toBe(false);
});

/** A contract with a box for initials on every page. */
function contract(count: number): { pdf: FormPdf; pages: number[] } {
  const pages = Array.from({ length: count }, (_, i) => 1000 + 2 * i);
  const line = 'with some words of a contract that goes on and on, and then ends';
  const objects = pages.map((page, i): [number, Body][] => {
    const lines = Array.from({ length: 40 }, (_, n) => `BT /F1 9 Tf 50 ${780 - n * 14} Td (${i}.${n} ${line}) Tj ET`);
    return [
      [page, `<</Type/Page/Parent 2 0 R/Contents ${page + 1} 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[]>>`],
      [page + 1, stream(`${lines.join(' ')} .5 w 400 40 100 30 re S`)],
    ];
  });
  const kids = pages.map(page => `${page} 0 R`).join(' ');
  const tree = `<</Type/Pages/Kids[3 0 R 4 0 R ${kids}]/Count ${count + 2}/MediaBox[0 0 595 842]>>`;
  return { pages, pdf: formPdf({}, { ...Object.fromEntries(objects.flat()), [O.pages]: tree }).save(sign()) };
}

test('initials in a box on 50 pages are permitted, over text they are not', async () => {
  const { pages, pdf } = contract(50);
  expect(await isPermitted(signedAt(pdf, 'Bob', pages, '[400 40 500 70]'))).toBe(true);
  expect(await isPermitted(signedAt(pdf, 'Bob', pages.slice(0, 1), '[50 500 150 530]'))).toBe(false);
});
