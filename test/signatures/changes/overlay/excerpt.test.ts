/** The renderer sees the page as this reader reads it, however the file is written. */
import { describe, expect, test } from 'vitest';
import { appearanceStream, type Edit, formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import { assessFirst } from '../assess.js';

const SHADING = 30;
const page = (contents: string, resources: string): string =>
  `<</Type/Page/Parent 2 0 R/Contents ${contents}/Resources<<${resources}>>/Annots[]>>`;

/** A gradient on the second page, which is described in an object stream. */
const gradient = {
  [SHADING]:
    '<</ShadingType 2/ColorSpace/DeviceGray/Coords[50 0 250 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0.5]/N 1>>>>',
  [O.secondPage]: page('8 0 R', `/Shading<</P ${SHADING} 0 R>>`),
  [O.secondContent]: stream('50 500 200 50 re W n /P sh'),
};

const stamp =
  (rect: string): Edit =>
  draft => {
    const look = draft.add(appearanceStream('1 g 0 0 200 20 re f'));
    const mark = draft.add(`<</Type/Annot/Subtype/Stamp/F 4/P 4 0 R/Rect${rect}/AP<</N ${look} 0 R>>>>`);
    draft.append(O.secondPage, 'Annots', `${mark} 0 R`);
  };

describe('content that the renderer does not find in the file itself', () => {
  const signed = formPdf({ xref: 'hybrid', packed: [SHADING] }, gradient).save(sign(), { xref: 'table' });

  test('can be covered', async () => {
    expect((await assessFirst(signed.save(stamp('[40 490 260 560]'), { xref: 'hybrid' }))).allowed).toBe(false);
  });

  test('can be left as it is', async () => {
    expect((await assessFirst(signed.save(stamp('[40 600 260 660]'), { xref: 'hybrid' }))).allowed).toBe(true);
  });

  test('can have been uncovered', async () => {
    const covered = formPdf({ xref: 'hybrid', packed: [SHADING] }, gradient)
      .save(stamp('[40 490 260 560]'))
      .save(sign());
    const mark = covered.writer.size - 3;
    expect((await assessFirst(covered.save(draft => draft.set(mark, null)))).allowed).toBe(false);
  });
});
