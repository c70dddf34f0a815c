/** What the result says about the signed revision and the pages that changed since. */
import { describe, expect, it } from 'vitest';
import { check, mostRelevant } from '../../src/signatures/index.js';
import { type Draft, formPdf, OBJECTS as O, sign } from '../helpers/form-pdf.js';
import { stream } from '../helpers/pdf-writer.js';
import { createPki } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';

const pki = createPki({ root: {}, ann: { issuer: 'root' }, tsa: { issuer: 'root', eku: ['timeStamping'] } });
const make = (bytes: Buffer) => pki.cms('ann', bytes);
const signed = formPdf().save(sign({ make, field: 'First' }));
const signedSize = signed.bytes.length;
const kids = (list: string, count: number) => (draft: Draft) =>
  void draft.edit(O.pages, body => body.replace('/Kids[3 0 R 4 0 R]/Count 2', `/Kids[${list}]/Count ${count}`));
const first = async (bytes: Uint8Array) => (await check(bytes)).signers[0]!;

describe('signedSize and changedPages of a signer', () => {
  it('are the whole file and no page if nothing follows', async () => {
    expect(await first(signed.bytes)).toMatchObject({ signedSize, changedPages: [] });
  });

  it.each<[what: string, change: (draft: Draft) => void, pages: [before: number | null, after: number | null][]]>([
    [
      'all pages, which may share changed content',
      draft => void draft.set(O.secondContent, stream('BT /F1 12 Tf 50 700 Td (Other.) Tj ET')),
      [
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'an added page, and those that share its list',
      draft => kids(`3 0 R ${draft.add('<</Type/Page/Parent 2 0 R>>')} 0 R 4 0 R`, 3)(draft),
      [
        [1, 1],
        [null, 2],
        [2, 3],
      ],
    ],
    [
      'a removed page, and those that share its list',
      kids('4 0 R', 1),
      [
        [1, null],
        [2, 1],
      ],
    ],
    [
      'a page with a filled field',
      draft => void draft.edit(O.name, body => body.replace('/V(Ann)', '/V(Bob)')),
      [[1, 1]],
    ],
  ])('are the signed revision and %s', async (_, change, pages) => {
    const { bytes } = signed.save(change);
    const signer = await first(bytes);
    expect(signer.changedPages).toEqual(pages.map(([before, after]) => ({ before, after })));
    expect(bytes.subarray(0, signer.signedSize!).equals(signed.bytes)).toBe(true);
  });

  it('name no page where only a timestamp follows', async () => {
    const once = blankPdf().sign({ make });
    const { bytes } = once.timestamp(data => pki.timestamp('tsa', data));
    expect(await first(bytes)).toMatchObject({ signedSize: once.bytes.length, changedPages: [] });
  });

  it('are null and empty where the signature covers no revision', async () => {
    const bytes = Buffer.concat([signed.bytes, Buffer.from('no revision')]);
    const gap = Buffer.from(
      bytes.toString('latin1').replace(/\/ByteRange\s*\[0 \d/, text => `${text.slice(0, -1)}9`),
      'latin1',
    );
    expect(await first(gap)).toMatchObject({ coverage: 'unclear', signedSize: null, changedPages: [] });
  });

  it('name at most 40 pages, those with listed changes first, in their order', () => {
    const pairs = Array.from({ length: 60 }, (_, i) => ({ before: i + 1, after: i + 1, changes: [] as never[] }));
    const added = { before: null, after: 61, changes: [] };
    expect(mostRelevant([...pairs, added])).toEqual([...pairs.slice(0, 39), added]);
  });
});
