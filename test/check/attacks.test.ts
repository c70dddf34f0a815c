/**
 * The published attacks on signed PDFs (universal forgery, incremental saving, signature wrapping, 2019; shadow attacks,
 * 2021; attacks on certification, 2021) and the usual ones on CMS and certificates: each is built from a clean document
 * that is accepted, and is not.
 */
import { describe, expect, test } from 'vitest';
import { type CheckOptions, check, type VerificationResult } from '../../src/check/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import {
  type Edit,
  type FormPdf,
  formPdf,
  look,
  OBJECTS as O,
  type SigningOptions,
  sign,
  textLook,
} from '../helpers/form-pdf.js';
import { PdfWriter, stream } from '../helpers/pdf-writer.js';
import { createPki, NOW } from '../helpers/pki.js';

const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  ann: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Ann' },
  bob: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Bob' },
  // same name and key as ann, another certificate
  double: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Ann', keyOf: 'ann' },
  // issued by nobody, though it names the CA
  forged: { issuer: 'ca', signedBy: 'bob' },
  rsa: { issuer: 'ca', key: 'RSA-2048' },
  tsa: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true },
});
type CmsOptions = Parameters<typeof pki.cms>[2];
type Row = [number, string, () => FormPdf | Buffer, () => FormPdf | Buffer, string, CheckOptions?];

const by =
  (options: CmsOptions = {}, signer: Parameters<typeof pki.cms>[0] = 'ann') =>
  (bytes: Buffer) =>
    pki.cms(signer, bytes, options);
const signed = (options: SigningOptions = {}, base: FormPdf = formPdf()): FormPdf =>
  base.save(sign({ make: by(), ...options }));
const certified = (docMDP: 1 | 2 | 3, base?: FormPdf) => signed({ docMDP }, base);
const bytesOf = (pdf: FormPdf | Buffer): Buffer => (Buffer.isBuffer(pdf) ? pdf : pdf.bytes);
const see = (pdf: FormPdf | Buffer, options: CheckOptions = {}): Promise<VerificationResult> =>
  check(bytesOf(pdf), { at: NOW, ...options });
const after =
  (edit: Edit, pdf: () => FormPdf = signed) =>
  () =>
    pdf().save(edit);
/** Of the clean file: one byte sequence for another of the same length. */
const patched = (what: RegExp, by: (found: string) => string) => (): Buffer => {
  const text = signed().bytes.toString('latin1');
  const changed = text.replace(what, found => by(found).padEnd(found.length).slice(0, found.length));
  if (changed === text) throw new Error('nothing was patched');
  return Buffer.from(changed, 'latin1');
};

const value = (pdf: FormPdf): number =>
  Number(Object.keys(pdf.objects).find(num => String(pdf.objects[Number(num)]).includes('/ByteRange')));

/** Drawn over the text of page 1; hidden content waits below. */
const overlaid = formPdf(
  {},
  {
    [O.page]: '<</Type/Page/Parent 2 0 R/Contents[5 0 R 30 0 R]/Resources<<>>/Annots[]>>',
    30: stream('1 g 0 0 600 800 re f'),
  },
);
/** A second set of pages lies in the signed file, and nothing refers to it. */
const prepared = formPdf(
  {},
  { 30: '<</Type/Catalog/Pages 31 0 R/AcroForm 6 0 R>>', 31: '<</Type/Pages/Kids[4 0 R]/Count 1>>' },
);
/** The value of a field is a stream that is also painted. */
const recycled = formPdf(
  {},
  { [O.name]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V 5 0 R/Rect[50 500 250 520]/P 3 0 R>>` },
);
const annotate =
  (entries: string): Edit =>
  draft => {
    const mark = draft.add(`<</Type/Annot/P 3 0 R${entries}>>`);
    draft.append(O.page, 'Annots', `${mark} 0 R`);
  };
const coverOnSigning = (rect: string) => {
  const base = certified(2);
  return base.save({
    prepare(draft) {
      const appearance = draft.add(look('1 g 0 0 200 20 re f'));
      sign({ rect }).prepare(draft);
      draft.enter(draft.next - 1, `/AP<</N ${appearance} 0 R>>`);
    },
    make: by({}, 'bob'),
  });
};
const cms = (options: CmsOptions, signer?: Parameters<typeof pki.cms>[0]) => () =>
  signed({ make: by(options, signer) });
const stamped =
  (tsa: 'tsa' | 'ann', over: (bytes: Uint8Array) => Uint8Array = bytes => bytes) =>
  () =>
    signed().save(sign({ timestamp: true, make: bytes => pki.timestamp(tsa, over(bytes)) }));
const skipping = (): Buffer => {
  const pdf = signed();
  const first = pdf.writer.xrefs[0]!;
  return pdf.save(draft => draft.set(O.content, stream('BT (Other) Tj ET')), { prev: first }).bytes;
};
const packedSignature = (): FormPdf => {
  const pdf = signed();
  const num = value(pdf);
  const body = String(pdf.objects[num]).replace(
    '/ByteRange[0 0000000000 0000000000 0000000000]',
    '/ByteRange[0 1 2 3]',
  );
  return pdf.save(draft => draft.set(num, body), { xref: 'stream', packed: [num] });
};
/** The padding of /Contents ends early; what follows is read, and not signed. */
const wrapped = (): Buffer => {
  const { bytes } = signed();
  const end = bytes.indexOf('>', bytes.indexOf('/Contents <')) + 1;
  bytes.write('>/Reason(Forged)'.padEnd(40), end - 40, 'latin1');
  return bytes;
};
const ring = (): Buffer => {
  const pdf = signed();
  return pdf.save(draft => draft.set(O.info, '<</Title(Ring)>>'), { prev: pdf.writer.length + 34 }).bytes;
};

const CLEAN = () => signed();
const ROWS: Row[] = [
  [1, 'a signature that is empty', () => signed({ make: () => new Uint8Array() }), CLEAN, 'signature-filled'],
  [1, 'no byte range', patched(/\/ByteRange\[[^\]]*\]/, () => '/ByteRangX[0]'), CLEAN, 'byte-range'],
  [1, 'a null in the byte range', patched(/\/ByteRange\[[^\]]*\]/, () => '/ByteRange[null]'), CLEAN, 'byte-range'],
  [
    2,
    'an update with other content',
    after(draft => draft.set(O.content, stream('BT (Paid) Tj ET'))),
    CLEAN,
    'changes-after-signing',
  ],
  [
    2,
    'objects behind the end, without a cross-reference',
    () => Buffer.concat([signed().bytes, Buffer.from('5 0 obj\nnull\nendobj\n')]),
    CLEAN,
    'no-stray-bytes',
  ],
  [3, 'objects between the ranges', wrapped, CLEAN, 'byte-range-gap'],
  [
    4,
    'a range that ends early',
    patched(/(\d+) *\] *\/Contents/, found => found.replace(/\d+/, number => String(Number(number) - 9))),
    CLEAN,
    'byte-range-end',
  ],
  [
    4,
    'a range beyond the end',
    patched(/(\d+) *\] *\/Contents/, found => found.replace(/\d+/, number => String(Number(number) + 9))),
    CLEAN,
    'byte-range',
  ],
  [
    5,
    'an overlay that vanishes',
    after(
      draft => draft.set(30, null),
      () => signed({ field: 'A' }, overlaid),
    ),
    () => signed({ field: 'A' }, overlaid),
    'changes-after-signing',
  ],
  [
    6,
    'another catalog is switched in',
    () => signed({}, prepared).save(() => {}, { root: 30 }),
    () => signed({}, prepared),
    'changes-after-signing',
  ],
  [
    6,
    'only the cross-reference leads elsewhere',
    () => {
      const pdf = signed();
      return pdf.save(() => {}, { misplaced: { [O.content]: pdf.writer.offsets.get(O.secondContent)! } });
    },
    CLEAN,
    'changes-after-signing',
  ],
  [
    7,
    'another look for the same value',
    after(draft => draft.set(O.amountLook, textLook('999'))),
    CLEAN,
    'changes-after-signing',
  ],
  [
    7,
    'another font for the same look',
    after(draft => draft.edit(O.font, body => body.replace('/Helvetica', '/Evil'))),
    CLEAN,
    'changes-after-signing',
  ],
  [
    8,
    'another reason',
    () => {
      const pdf = signed({ entries: '/Reason(Seen)' });
      return pdf.save(draft => draft.edit(value(pdf), body => body.replace('(Seen)', '(Paid)')));
    },
    () => signed({ entries: '/Reason(Seen)' }),
    'changes-after-signing',
  ],
  [9, 'the signature dictionary in an object stream', packedSignature, CLEAN, 'signature-unchanged'],
  [9, 'two /Contents', () => signed({ entries: '/Contents<00>' }), CLEAN, 'signature-keys-once'],
  [
    10,
    'a text over the content',
    after(annotate('/Subtype/FreeText/Rect[40 690 300 720]/Contents(Paid)'), () => certified(3)),
    () => certified(3),
    'changes-after-signing',
  ],
  [
    10,
    'a redaction',
    after(annotate('/Subtype/Redact/Rect[40 690 300 720]'), () => certified(3)),
    () => certified(3),
    'changes-after-signing',
  ],
  [
    11,
    'a signature over the content',
    () => coverOnSigning('[40 690 300 720]'),
    () => coverOnSigning('[300 300 400 350]'),
    'changes-after-signing',
  ],
  [12, 'a page more', after(draft => draft.append(O.pages, 'Kids', '4 0 R')), CLEAN, 'changes-after-signing'],
  [
    12,
    'a page less',
    after(draft => draft.edit(O.pages, body => body.replace(' 4 0 R', ''))),
    CLEAN,
    'changes-after-signing',
  ],
  [
    13,
    'a value that is painted too',
    after(
      draft => draft.set(O.content, stream('BT (Paid) Tj ET')),
      () => signed({}, recycled),
    ),
    () => signed({}, recycled),
    'changes-after-signing',
  ],
  [14, '/Prev passes over the signed revision', skipping, CLEAN, ''],
  [15, 'content inside the message', cms({ content: true }), CLEAN, 'detached'],
  [16, 'two signers', cms({ signerInfos: 2 }), CLEAN, 'one-signer'],
  [16, 'no signer', cms({ signerInfos: 0 }), CLEAN, 'one-signer'],
  [17, 'no message digest', cms({ messageDigest: null }), CLEAN, 'message-digest'],
  [17, 'no content type', cms({ contentTypeAttribute: null }), CLEAN, 'content-type'],
  [18, 'another digest', cms({ messageDigest: Buffer.alloc(32) }), CLEAN, 'digest'],
  [18, 'SHA-1 today', cms({ digest: 'SHA-1' }), CLEAN, 'algorithm-strength'],
  [
    19,
    'another certificate for the same key',
    cms({ namedSigner: pki.id('double'), certificates: [pki.id('double'), pki.id('ca')] }),
    CLEAN,
    'signing-certificate',
  ],
  [
    20,
    'an issuer in name only',
    cms({}, 'forged'),
    CLEAN,
    'certificate-path',
    { trust: trustStoreOf([pki.certificate('root')]), requireTrust: true },
  ],
  [21, 'the timestamp of another file', stamped('tsa', () => Buffer.from('another file')), stamped('tsa'), 'digest'],
  [
    23,
    'a key given twice in an update',
    after(draft => draft.set(O.info, '<</Title(a)/Title(b)>>')),
    after(draft => draft.set(O.info, '<</Title(a)>>')),
    'changes-after-signing',
  ],
  [24, 'cross-references in a ring', ring, CLEAN, 'read-without-repair'],
  [27, 'other bytes behind the message', cms({ trailing: Buffer.from('x') }), CLEAN, 'no-trailing-bytes'],
];

describe('not valid', () => {
  for (const [row, what, attack, clean, rule, options] of ROWS) {
    test(`${row}: ${what}`, async () => {
      const result = await see(attack(), options);
      const failing = result.signers.flatMap(({ findings }) =>
        findings.filter(({ outcome }) => outcome === 'fail' || outcome === 'unknown'),
      );
      expect(result.valid).toBe(false);
      if (rule !== '') expect(failing.map(finding => finding.rule)).toContain(rule);
      expect(await see(clean())).toMatchObject({ valid: true });
    });
  }
});

describe('warned of', () => {
  const warnings = async (pdf: FormPdf) =>
    (await see(pdf)).signers.flatMap(({ findings }) =>
      findings.filter(({ level, outcome }) => level === 'warn' && outcome === 'fail').map(({ message }) => message),
    );
  const catalog = (entries: string, objects = {}) =>
    signed({}, formPdf({}, { ...objects, [O.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R${entries}>>` }));

  const active: [string, () => FormPdf, RegExp][] = [
    ['scripts', () => catalog('/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>'), /JavaScript/],
    ['an action on opening', () => catalog('/OpenAction<</S/Launch/F(a.exe)>>'), /action when it is opened/],
    ['layers', () => catalog('/OCProperties<</OCGs[30 0 R]/D<<>>>>', { 30: '<</Type/OCG/Name(a)>>' }), /layers/],
    ['a stream of another file', () => catalog('', { [O.content]: stream('', '/F(other.txt)') }), /another file/],
    [
      'fonts that are not there',
      () => catalog('', { [O.font]: '<</Type/Font/Subtype/TrueType/BaseFont/Odd>>' }),
      /fonts/,
    ],
  ];
  for (const [what, build, expected] of active) {
    test(`25: ${what}`, async () => {
      const pdf = build();
      expect((await see(pdf)).valid).toBe(true);
      expect((await warnings(pdf)).join()).toMatch(expected);
    });
  }

  test('25: a plain form has no such warning', async () => expect(await warnings(signed())).toEqual([]));

  test('17: attributes in an order that is not DER', async () => {
    const pdf = signed({ make: by({ disorder: 'signed' }) });
    expect((await see(pdf)).valid).toBe(true);
    expect(await warnings(pdf)).toHaveLength(1);
  });

  test('10: a mark that covers nothing, at P=3', async () => {
    const pdf = certified(3).save(annotate('/Subtype/Stamp/Rect[300 300 340 340]'));
    expect(await see(pdf)).toMatchObject({
      valid: true,
      signers: [{ changesAfter: 'annotations', changesAllowed: true }],
    });
  });
});

describe('limits', () => {
  test('24: pages in a ring, objects in a ring: an answer at once', async () => {
    const started = performance.now();
    const ringed = new PdfWriter().revision({
      objects: {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>>',
        2: '<</Type/Pages/Kids[2 0 R 2 0 R]/Parent 2 0 R>>',
        3: '<</T(a)/Kids[3 0 R]/Parent 3 0 R>>',
      },
    });
    expect((await see(ringed.bytes)).valid).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('22: a timestamp by a certificate that is no timestamping authority proves nothing', async () => {
    const trust = trustStoreOf([pki.certificate('root')]);
    const result = await see(stamped('ann')(), { trust });
    expect(result.signers[1]).toMatchObject({ kind: 'timestamp', trusted: false });
  });

  test('26: MD5 collisions are of no use: the algorithm is refused', async () => {
    const result = await see(signed({ make: by({ digest: 'MD5' as never }, 'rsa') }));
    expect(result.valid).toBe(false);
  });
});
