/**
 * The published attacks on signed PDFs (universal forgery, incremental saving, signature wrapping, 2019; shadow attacks,
 * 2021; attacks on certification, 2021) and the usual ones on CMS and certificates: each is built from a clean document
 * that is accepted, and is not.
 */
import { describe, expect, test } from 'vitest';
import type { CheckOptions } from '../../../src/check/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { type FormPdf, OBJECTS as O, textLook } from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import {
  after,
  annotate,
  certified,
  cms,
  coverOnSigning,
  overlaid,
  packedSignature,
  patched,
  pki,
  prepared,
  recycled,
  regenerated,
  ring,
  see,
  signed,
  skipping,
  stamped,
  value,
  wrapped,
} from './documents.js';

type Row = [number, string, () => FormPdf | Buffer, () => FormPdf | Buffer, string, CheckOptions?];

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
  [5, 'content under another generation', regenerated, CLEAN, 'changes-after-signing'],
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
