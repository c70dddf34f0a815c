/** Signed PDFs whose verification takes much work, within the limits and beyond them: no answer may depend on the load. */
import { parseCertificate } from '../../../src/pki/index.js';
import { check } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { appearanceStream, type Draft, type Edit, formPdf, OBJECTS, sign } from '../form-pdf.js';
import { type Body, deflated, stream } from '../pdf-writer.js';
import { createPki, type Row } from '../pki.js';
import { blankPdf } from '../signed-pdf.js';

/** Can be sent to another process. */
export interface SignedDocument {
  readonly bytes: Uint8Array;
  /** Trusted certificates; without them trust is not assessed. */
  readonly roots?: readonly Uint8Array[];
  readonly at: Date;
}

export interface HeavyDocument {
  readonly name: string;
  readonly make: () => SignedDocument;
}

const times = <T>(count: number, item: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i));

/** A certified form, edited after it was signed. */
function edited(name: string, edit: Edit, objects: () => Readonly<Record<number, Body>> = () => ({})): HeavyDocument {
  return {
    name,
    make: () => {
      const pki = createPki({ root: {}, ann: { issuer: 'root' } });
      const signed = formPdf({}, objects()).save(sign({ make: range => pki.cms('ann', range), docMDP: 3 }));
      return { bytes: signed.save(edit).bytes, roots: [pki.id('root').der], at: pki.now };
    },
  };
}

const PAPER = '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[10 0 R]/Resources';

/** A page of A4 as an image of so many samples per inch. */
function scanned(resolution: number, colours: 1 | 3): Record<number, Body> {
  const [width, height] = [8.27, 11.69].map(inches => Math.round(inches * resolution)) as [number, number];
  const line = Buffer.alloc(width * colours, 255);
  for (let x = 0; x < line.length; x += 7) line[x] = 0;
  const image = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/${colours === 1 ? 'DeviceGray' : 'DeviceRGB'}`;
  return {
    [OBJECTS.page]: `${PAPER}<</XObject<</I 900 0 R>>>>>>`,
    [OBJECTS.content]: stream('q 595 0 0 842 0 0 cm /I Do Q'),
    900: deflated(Buffer.concat(times(height, () => line)), image),
  };
}

/** A page of so many words. */
const dense = (words: number): Record<number, Body> => ({
  [OBJECTS.page]: `${PAPER}<</Font<</F1 7 0 R>>>>>>`,
  [OBJECTS.content]: stream(
    times(words, i => `BT /F1 4 Tf ${20 + (i % 100) * 5} ${20 + (Math.floor(i / 100) % 200) * 4} Td (word) Tj ET`).join(
      '\n',
    ),
  ),
});

/** Stamps in a grid over the page. */
function stamps(draft: Draft, count: number): void {
  const look = draft.add(appearanceStream('0 0 1 RG 2 2 m 198 18 l S'));
  const added = times(count, i => {
    const [left, bottom] = [20 + (i % 20) * 25, 20 + (Math.floor(i / 20) % 80) * 10];
    return draft.add(
      `<</Type/Annot/Subtype/Stamp/Rect[${left} ${bottom} ${left + 20} ${bottom + 8}]/P 3 0 R/F 4/AP<</N ${look} 0 R>>>>`,
    );
  });
  draft.append(OBJECTS.page, 'Annots', added.map(num => `${num} 0 R`).join(' '));
}

/** Certificates in a row, each with a list of revoked certificates. */
const chain = (length: number): HeavyDocument => ({
  name: `a chain of ${length} authorities`,
  make: () => {
    const authorities = times(length, i => [`ca${i}`, { issuer: i ? `ca${i - 1}` : 'root', ca: true }] as const);
    const rows: Record<string, Row> = {
      root: {},
      ...Object.fromEntries(authorities),
      ann: { issuer: `ca${length - 1}` },
    };
    const pki = createPki(rows);
    const names = ['root', ...authorities.map(([name]) => name)];
    const signed = blankPdf('A contract').sign({ make: range => pki.cms('ann', range) });
    const stored = signed.withStore({
      certificates: names.map(name => pki.id(name).der),
      crls: names.map(name => pki.crl(name)),
    });
    return { bytes: stored.bytes, roots: [pki.id('root').der], at: pki.now };
  },
});

export const HEAVY_DOCUMENTS: readonly HeavyDocument[] = [
  ...[75, 150, 200, 250, 300, 400, 500, 600].flatMap(resolution =>
    ([1, 3] as const).map(colours =>
      edited(
        `a scan of ${resolution} dpi in ${colours} colours with a stamp`,
        draft => stamps(draft, 1),
        () => scanned(resolution, colours),
      ),
    ),
  ),
  ...[1, 10, 50, 100, 200, 300, 400, 500, 750, 1000, 1500, 2000].map(count =>
    edited(
      `${count} stamps on a page of 2,000 words`,
      draft => stamps(draft, count),
      () => dense(2000),
    ),
  ),
  ...[1000, 5000, 10_000, 20_000, 40_000, 60_000, 80_000, 90_000].map(words =>
    edited(
      `a stamp on a page of ${words} words`,
      draft => stamps(draft, 20),
      () => dense(words),
    ),
  ),
  ...times(10, i => chain(i + 1)),
  ...[100, 300, 1000, 3000, 10_000, 30_000, 60_000].map(count =>
    edited(`${count} objects in an entry that programs add`, draft => {
      const first = draft.next;
      for (const i of times(count, n => n)) draft.add(`<</I ${i}>>`);
      draft.edit(OBJECTS.catalog, body =>
        body.replace(/>>$/, `/PieceInfo<</X<</Private[${times(count, i => `${first + i} 0 R`).join(' ')}]>>>>>>`),
      );
    }),
  ),
  ...[1, 5, 10, 20, 40, 80, 160].map(
    (count): HeavyDocument => ({
      name: `${count} revisions, each with a stamp`,
      make: () => {
        const pki = createPki({ root: {}, ann: { issuer: 'root' } });
        let form = formPdf().save(sign({ make: range => pki.cms('ann', range), docMDP: 3 }));
        for (let i = 0; i < count; i++) form = form.save(draft => stamps(draft, 1));
        return { bytes: form.bytes, at: pki.now };
      },
    }),
  ),
];

/** The complete answer, or the error; it contains no times of this check. */
export async function answerAbout({ bytes, roots, at }: SignedDocument): Promise<string> {
  const trust = roots && { trust: trustStoreOf(roots.map(parseCertificate)) };
  const answer = await check(bytes, { at, ...trust }).catch((error: Error) => ({ verdict: error.message }));
  return JSON.stringify(answer);
}
