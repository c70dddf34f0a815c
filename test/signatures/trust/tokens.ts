/** The content of timestamps (RFC 3161, 2.4.2): whether they prove that the signature is older than its certificate's end. */
import type { Pki, Row } from '../../helpers/pki.js';
import { NOT_REVOKED, PASSED, plain, signed, stamped, type TrustCase } from './table.js';
import { EXPIRED, LAST_YEAR, lastYear } from './validity.js';

const NULL = Buffer.from([5, 0]);

type Token = Parameters<Pki['timestamp']>[2];

const token = (what: string, expected: string, options: Token, tsa: Partial<Row> = {}): TrustCase[] =>
  (['signature', 'document'] as const).map(kind =>
    plain(
      `of the ${kind}, with ${what}`,
      expected,
      { ann: EXPIRED, tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true, ...tsa } },
      {
        pdf: pki =>
          kind === 'signature'
            ? signed(pki, stamped(pki, LAST_YEAR, options)).withStore(lastYear(pki))
            : signed(pki)
                .withStore(lastYear(pki))
                .timestamp(bytes => pki.timestamp('tsa', bytes, { time: LAST_YEAR, ...options })),
      },
    ),
  );

const NAMED: Partial<Row> = { subject: 'C=DE,O=Acme,CN=Time', san: ['uri:http://time.example/', 'dns:time.example'] };

export const TOKENS: readonly TrustCase[] = [
  ...token('version 1', PASSED, { version: 1 }),
  ...token('version 2', NOT_REVOKED, { version: 2 }),
  ...token('version 0', NOT_REVOKED, { version: 0 }),
  ...token('an unknown extension', PASSED, { extensions: [{ oid: '1.2.3.4', value: NULL }] }),
  ...token('an unknown critical extension', NOT_REVOKED, {
    extensions: [{ oid: '1.2.3.4', critical: true, value: NULL }],
  }),
  ...token('the name of its authority', PASSED, { tsa: 'dir:C=DE,O=Acme,CN=Time' }, NAMED),
  ...token('the name of its authority in other letters', PASSED, { tsa: 'dir:C=de,O=ACME,CN=time' }, NAMED),
  ...token('the name of its authority in reverse order', PASSED, { tsa: 'dir:CN=Time,O=Acme,C=DE' }, NAMED),
  ...token('the second name of its authority', PASSED, { tsa: 'dns:time.example' }, NAMED),
  ...token('the address of its authority', PASSED, { tsa: 'uri:http://time.example/' }, NAMED),
  ...token('the name of another authority', NOT_REVOKED, { tsa: 'dir:C=DE,O=Acme,CN=Other' }, NAMED),
  ...token('a part of the name of its authority', NOT_REVOKED, { tsa: 'dir:C=DE,O=Acme' }, NAMED),
  ...token('the address of another authority', NOT_REVOKED, { tsa: 'uri:http://other.example/' }, NAMED),
  ...token('the name of another authority as address', NOT_REVOKED, { tsa: 'email:time.example' }, NAMED),
];
