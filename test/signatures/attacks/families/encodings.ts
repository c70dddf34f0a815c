/** Encodings of signatures: unknown ones, national names of detached CMS, bytes behind the message, and repeated entries. */
import { type SigningOptions, sign } from '../../../helpers/form-pdf.js';
import { blankPdf } from '../../../helpers/signed-pdf.js';
import type { Attack, Document, Family } from '../attack.js';
import { by, clean, cms, pki, signed } from '../documents.js';
import { attack } from './marks.js';

const encoded =
  (subFilter: string | null, make = by()) =>
  (): Document =>
    blankPdf().sign({ subFilter, make });
const forged = by({ messageDigest: Buffer.alloc(32) });
const UNKNOWN = { expected: 'INDETERMINATE', rule: null, visible: false };
const HASH = { expected: 'TOTAL_FAILED HASH_FAILURE', rule: 'digest', visible: false };

const encoding = (what: string, attacked: () => Document, twin: () => Document, stated: Partial<Attack>): Attack =>
  attack({ what, clean: encoded('ETSI.CAdES.detached'), attacked, twin, ...stated });

/** A timestamp with further entries in its dictionary, after the signature of Ann. */
const stamped =
  (options: SigningOptions, over: (bytes: Buffer) => Buffer = bytes => bytes) =>
  (): Document =>
    clean().save(sign({ timestamp: true, make: bytes => pki.timestamp('tsa', over(bytes)), ...options }));
const repeated = (what: string, entries: string): Attack =>
  attack({
    what: `a timestamp with ${what} twice`,
    clean,
    attacked: stamped({ entries }),
    twin: stamped({ entries: '/Type/DocTimeStamp' }),
    rule: null,
    visible: false,
  });

export const ENCODINGS: Family = {
  name: 'encodings of signatures',
  clause: 'ISO 32000-2, 12.8.1, 12.8.3; ETSI EN 319 142-1, 6.3',
  attacks: [
    ...['Adobe.Unknown', 'ETSI.Unknown.detached', 'adbe.pkcs7.detached2'].map(name =>
      encoding(`the unknown encoding ${name}`, encoded(name), encoded('PBAD.PAdES'), UNKNOWN),
    ),
    encoding('an unknown encoding and another document', encoded('Adobe.Unknown', forged), encoded('PBAD.PAdES'), {
      visible: false,
      rule: null,
    }),
    encoding('PBAD.PAdES of another document', encoded('PBAD.PAdES', forged), encoded('PBAD.PAdES'), HASH),
    encoding(
      'adbe.pkcs7.detached of another document',
      encoded('adbe.pkcs7.detached', forged),
      encoded('adbe.pkcs7.detached'),
      HASH,
    ),
    attack({
      what: 'other bytes behind the message',
      clean,
      attacked: cms({ trailing: Buffer.from('x') }),
      twin: cms({ padding: 200 }),
      expected: 'valid, with a warning',
      rule: null,
      visible: false,
    }),
    attack({
      what: 'a second message behind the first',
      clean,
      attacked: () => signed({ make: bytes => Buffer.concat([by()(bytes), by({}, 'bob')(bytes)]) }),
      twin: cms({ padding: 1 }),
      expected: 'valid, with a warning',
      rule: null,
      visible: false,
    }),
    attack({
      what: 'a message behind padding',
      clean,
      attacked: () => signed({ make: bytes => Buffer.concat([by()(bytes), Buffer.alloc(10), by({}, 'bob')(bytes)]) }),
      twin: cms({ padding: 2000 }),
      expected: 'valid, with a warning',
      rule: null,
      visible: false,
    }),
    repeated('/Contents', '/Contents<00>'),
    repeated('/SubFilter', '/SubFilter/adbe.pkcs7.detached'),
    repeated('/ByteRange', '/ByteRange[0 1 2 3]'),
    attack({
      what: 'a timestamp of another document with /Type twice',
      clean,
      attacked: stamped({ entries: '/Type/Sig' }, () => Buffer.from('another')),
      twin: stamped({ entries: '/Type/Sig' }),
      rule: null,
      visible: false,
    }),
  ],
};
