/** Who may sign the list of lists: the Official Journal, and the pivots between it and the list. */
import { describe, expect, test } from 'vitest';
import { type LotlAnchor, OFFICIAL_JOURNAL, verifyLotl } from '../../../src/trust/lists/lotl.js';
import { createPki } from '../../helpers/pki.js';
import { type ListRow, type ListSigning, signList, writeList } from '../../helpers/trust-lists/index.js';

const pki = createPki({ first: {}, second: {}, third: {}, stranger: {} });
type Name = 'first' | 'second' | 'third' | 'stranger';

const JOURNAL = 'https://example.org/journal/1';
const anchor: LotlAnchor = { publication: JOURNAL, signers: [pki.certificate('first').sha256] };

interface LotlRow {
  readonly signer: Name;
  readonly announces: readonly Name[];
  readonly uris?: readonly string[];
  readonly row?: ListRow;
  readonly signing?: Partial<ListSigning>;
}

function lotl({ signer, announces, uris = [JOURNAL], row, signing }: LotlRow): Buffer {
  const certificates = announces.map(name => pki.id(name).der);
  const self = { url: 'https://example.org/lotl.xml', territory: 'EU', kind: 'list-of-lists', certificates } as const;
  const other = { url: 'https://example.org/xx.xml', certificates: [pki.id('stranger').der] };
  const xml = writeList({ kind: 'list-of-lists', uris, pointers: [other, self], ...row });
  return signList(xml, { signer: pki.id(signer), ...signing });
}

const url = (n: number) => `https://example.org/pivot-${n}.xml`;

/** Verifies with these pivots; the ones that were asked for. */
async function verify(document: Buffer, pivots: Readonly<Record<string, Buffer>> = {}, anchors = [anchor]) {
  const asked: string[] = [];
  const result = await verifyLotl(document, anchors, async name => {
    asked.push(name);
    const found = pivots[name];
    if (!found) throw new Error('404');
    return found;
  });
  return { ...result, asked };
}

const refused = (reason: string) => ({ code: 'LIST_INVALID', detail: { reason } });

describe('the list of lists is accepted', () => {
  test('by a signer of the Official Journal, without pivots', async () => {
    const uris = ['https://example.org/explained.html', JOURNAL, url(1)];
    const { list, asked, pivots } = await verify(lotl({ signer: 'first', announces: ['first'], uris }));
    expect(list).toMatchObject({ kind: 'list-of-lists', territory: 'EU' });
    expect([asked, pivots]).toEqual([[], []]);
  });

  test('by a signer that one pivot announces', async () => {
    const uris = [url(1), JOURNAL];
    const pivot = lotl({ signer: 'first', announces: ['second'], uris, row: { sequence: 41 } });
    const { signer, pivots } = await verify(lotl({ signer: 'second', announces: ['second'], uris }), {
      [url(1)]: pivot,
    });
    expect(signer.subject.commonName).toBe('second');
    expect(pivots).toEqual([{ url: url(1), bytes: pivot }]);
  });

  test('through pivots in the order of the list, not of their names', async () => {
    const uris = [url(1000), url(999), JOURNAL, url(1)];
    const pivots = {
      [url(999)]: lotl({ signer: 'first', announces: ['first', 'second'] }),
      [url(1000)]: lotl({ signer: 'second', announces: ['second', 'third'] }),
    };
    const { asked } = await verify(lotl({ signer: 'third', announces: ['third'], uris }), pivots);
    expect(asked).toEqual([url(1000), url(999)]);
  });

  test('by the newest publication that is known', async () => {
    const newer: LotlAnchor = {
      publication: 'https://example.org/journal/2',
      signers: [pki.certificate('third').sha256],
    };
    const uris = [newer.publication!, url(1), JOURNAL];
    const document = lotl({ signer: 'third', announces: ['third'], uris });
    expect((await verify(document, {}, [anchor, newer])).asked).toEqual([]);
  });

  test('by a signer that the user has named', async () => {
    const own: LotlAnchor = { publication: null, signers: [pki.certificate('stranger').sha256] };
    const document = lotl({ signer: 'stranger', announces: [], uris: ['https://example.org/unknown'] });
    expect((await verify(document, {}, [anchor, own])).signer.subject.commonName).toBe('stranger');
  });

  test('with 20 pivots', async () => {
    const uris = [...Array.from({ length: 20 }, (_, n) => url(n)), JOURNAL];
    const pivots = Object.fromEntries(
      uris.slice(0, 20).map(name => [name, lotl({ signer: 'first', announces: ['first'] })]),
    );
    expect((await verify(lotl({ signer: 'first', announces: [], uris }), pivots)).asked).toHaveLength(20);
  });
});

describe('the list of lists is refused', () => {
  const stranger = lotl({ signer: 'stranger', announces: ['stranger'] });
  const two = [url(2), url(1), JOURNAL];
  const second = lotl({ signer: 'second', announces: ['second'], uris: two });
  const good = lotl({ signer: 'first', announces: ['second'] });
  const cases: [what: string, document: Buffer, pivots: Record<string, Buffer>, reason: string][] = [
    ['from a signer who is not in the Official Journal', stranger, {}, 'SIGNER_UNKNOWN'],
    [
      'when it names no known publication',
      lotl({ signer: 'first', announces: ['first'], uris: ['https://example.org/journal/2', url(1)] }),
      {},
      'ANCHOR_OUTDATED',
    ],
    [
      'when it names no known publication, and the user did not name its signer',
      lotl({ signer: 'third', announces: ['third'], uris: ['https://example.org/journal/2'] }),
      {},
      'ANCHOR_OUTDATED',
    ],
    ['when a pivot cannot be fetched', second, { [url(2)]: good }, 'PIVOT_MISSING'],
    [
      'when a pivot does not announce its signer',
      second,
      { [url(2)]: lotl({ signer: 'first', announces: ['first'] }) },
      'SIGNER_UNKNOWN',
    ],
    [
      'when a pivot between is from a stranger',
      second,
      { [url(2)]: lotl({ signer: 'stranger', announces: ['second'] }), [url(1)]: good },
      'SIGNER_UNKNOWN',
    ],
    [
      'when the oldest pivot is from a stranger',
      second,
      {
        [url(2)]: lotl({ signer: 'second', announces: ['second'] }),
        [url(1)]: lotl({ signer: 'stranger', announces: ['second'] }),
      },
      'SIGNER_UNKNOWN',
    ],
    [
      'when a pivot is not signed',
      second,
      { [url(2)]: Buffer.from(writeList({ kind: 'list-of-lists' })) },
      'NO_SIGNATURE',
    ],
    [
      'when a pivot was changed',
      second,
      { [url(2)]: Buffer.from(good.toString().replace('Test operator', 'Test Operator')) },
      'DOCUMENT_CHANGED',
    ],
    [
      'when a pivot is no list of lists',
      second,
      { [url(2)]: signList(writeList(), { signer: pki.id('first') }) },
      'NOT_LIST_OF_LISTS',
    ],
    [
      'when it is a list',
      signList(writeList({ uris: [JOURNAL] }), { signer: pki.id('first') }),
      {},
      'NOT_LIST_OF_LISTS',
    ],
    [
      'although the Official Journal names its signer, when the pivots do not',
      lotl({ signer: 'first', announces: ['first'], uris: [url(1), JOURNAL] }),
      { [url(1)]: lotl({ signer: 'first', announces: ['second'] }) },
      'SIGNER_UNKNOWN',
    ],
    [
      'with 21 pivots',
      lotl({ signer: 'first', announces: ['first'], uris: [...Array.from({ length: 21 }, (_, n) => url(n)), JOURNAL] }),
      {},
      'TOO_MANY_PIVOTS',
    ],
  ];
  test.each(cases)('%s', async (_, document, pivots, reason) => {
    const named: LotlAnchor = { publication: null, signers: [pki.certificate('second').sha256] };
    const anchors = reason === 'ANCHOR_OUTDATED' ? [anchor, named] : [anchor];
    await expect(verify(document, pivots, anchors)).rejects.toMatchObject(refused(reason));
  });

  test.each([
    ['to the list of a state', { territory: 'EU', kind: 'list' }],
    ['to the list of lists of others', { territory: 'XX', kind: 'list-of-lists' }],
  ] as const)('when only the pointer %s announces its signer', async (_, pointer) => {
    const uris = [url(1), JOURNAL];
    const pointers = [{ url: 'https://example.org/', ...pointer, certificates: [pki.id('second').der] }];
    const pivot = lotl({ signer: 'first', announces: [], row: { pointers } });
    const document = lotl({ signer: 'second', announces: ['second'], uris });
    await expect(verify(document, { [url(1)]: pivot })).rejects.toMatchObject(refused('SIGNER_UNKNOWN'));
  });
});

test('the anchor that is delivered names six certificates', () => {
  expect(OFFICIAL_JOURNAL.publication).toBe('https://eur-lex.europa.eu/eli/C/2026/1944/oj');
  expect(new Set(OFFICIAL_JOURNAL.signers.filter(digest => /^[0-9a-f]{64}$/.test(digest))).size).toBe(6);
});
