/** Real lists from 2015 to 2026, and their broken variants: accepted or refused as their manifest says, with its figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LotlAnchor, OFFICIAL_JOURNAL, verifyLotl } from '../../../src/trust/lists/lotl.js';
import { verifyIntegrity, verifyList } from '../../../src/trust/lists/verify-list.js';
import { describeCorpus } from '../../helpers/requires.js';
import { type ListRecord, readManifest } from '../../helpers/trust-lists/corpus.js';

const JOURNAL_2019: Pick<LotlAnchor, 'publication'> = {
  publication: 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2019.276.01.0001.01.ENG',
};

describeCorpus('of the corpus', 'trust-lists', folder => {
  const { lists, anchors } = readManifest(folder);
  const bytesOf = (file: string) => readFileSync(join(folder, file));
  const intact = lists.filter(({ strictSignature }) => strictSignature === 'accept');
  const others = lists.filter(({ strictSignature }) => strictSignature !== 'accept');
  const signersOf = (set: string) => anchors.filter(one => one.set === set).map(({ sha256 }) => sha256);

  test.each(intact.map(record => [record.file, record] as const))('%s is accepted', async (file, record) => {
    const { list, signer } = await verifyIntegrity(bytesOf(file));
    expect({ ...figures(list), signer: signer.sha256 }).toEqual(expected(record));
  });

  test.each(others.map(({ file }) => [file, REASONS[file]] as const))('%s is refused: %s', async (file, reason) => {
    await expect(verifyIntegrity(bytesOf(file))).rejects.toMatchObject({ code: 'LIST_INVALID', detail: { reason } });
  });

  test.each(['cache-2023', 'lotl-2026'])(
    'lists of %s are signed by the certificates that the list of lists announces',
    async set => {
      const name = set === 'cache-2023' ? 'lotl.xml' : 'lotl-388.xml';
      const { list: lotl } = await verifyIntegrity(bytesOf(join(set, name)));
      const national = intact.filter(({ file, kind }) => file.startsWith(set) && kind === 'tl');
      expect(national.length).toBeGreaterThan(2);
      for (const { file, territory } of national) {
        const pointer = lotl.pointers.find(one => one.territory === territory && one.mimeType?.endsWith('tsl+xml'));
        const { list } = await verifyList(bytesOf(file), pointer?.certificates ?? []);
        expect(list.territory).toBe(territory);
      }
    },
  );

  const eu = 'https://ec.europa.eu/tools/lotl/eu-lotl-';
  const walks: [file: string, anchor: () => LotlAnchor, pivots: Record<string, string>][] = [
    ['lotl-2026/lotl-388.xml', () => OFFICIAL_JOURNAL, {}],
    ['dss/2019/EU.xml', () => ({ ...JOURNAL_2019, signers: signersOf('oj-2019') }), {}],
    [
      'cache-2023/lotl.xml',
      () => ({ ...JOURNAL_2019, signers: signersOf('oj-2019') }),
      { [`${eu}pivot-300.xml`]: 'cache-2023/pivot-300.xml', [`${eu}pivot-282.xml`]: 'cache-2023/pivot-282.xml' },
    ],
    [
      'lotl-2026/lotl-369.xml',
      () => ({ ...JOURNAL_2019, signers: signersOf('oj-2019') }),
      {
        [`${eu}pivot-341.xml`]: 'lotl-2026/pivot-341.xml',
        [`${eu}pivot-335.xml`]: 'lotl-2026/pivot-335.xml',
        [`${eu}pivot-300.xml`]: 'cache-2023/pivot-300.xml',
        [`${eu}pivot-282.xml`]: 'cache-2023/pivot-282.xml',
      },
    ],
  ];
  test.each(walks)('%s leads to its publication in the Official Journal', async (file, anchor, pivots) => {
    const fetchList = async (url: string) => bytesOf(pivots[url] ?? url);
    const { list, pivots: walked } = await verifyLotl(bytesOf(file), [anchor()], fetchList);
    expect(list.pointers.length).toBeGreaterThan(40);
    expect(walked.map(({ url }) => url)).toEqual(Object.keys(pivots));
    const missing = Object.keys(pivots).at(-1);
    if (missing) {
      const without = (url: string) => (url === missing ? Promise.reject(new Error('404')) : fetchList(url));
      const failure = { detail: { reason: 'PIVOT_MISSING' } };
      await expect(verifyLotl(bytesOf(file), [anchor()], without)).rejects.toMatchObject(failure);
    }
  });

  test('a list of lists of 2023 does not know the publication of 2026', async () => {
    const failure = { detail: { reason: 'ANCHOR_OUTDATED' } };
    await expect(verifyLotl(bytesOf('cache-2023/lotl.xml'), [OFFICIAL_JOURNAL], fail)).rejects.toMatchObject(failure);
  });

  test('pivots with keys and places of their own, from DSS', async () => {
    const place = 'http://18.202.217.18/res/pivot/';
    const fetchList = async (url: string) => bytesOf(join('dss/pivots', url.slice(place.length)));
    const first = { ...JOURNAL_2019, signers: signersOf('dss-test-oj1') };
    const second: LotlAnchor = {
      publication: 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2023.999.01.0001.01.ENG',
      signers: signersOf('dss-test-oj2'),
    };
    const walk = (file: string, anchor: LotlAnchor) =>
      verifyLotl(bytesOf(join('dss/pivots', file)), [anchor], fetchList).then(
        ({ pivots }) => pivots.length,
        error => error.detail.reason,
      );
    expect({
      location: await walk('lotl_test_loc_01.xml', first),
      three: await walk('lotl_test_OJ_1_pivot_03.xml', first),
      five: await walk('lotl_test_OJ_2_pivot_02.xml', first),
      newer: await walk('lotl_test_OJ_2_pivot_02.xml', second),
      reset: await walk('lotl_test_OJ-2_reset_pivot.xml', second),
      old: await walk('lotl_test_OJ-2_reset_pivot.xml', first),
    }).toEqual({ location: 0, three: 3, five: 5, newer: 2, reset: 2, old: 'ANCHOR_OUTDATED' });
  });
});

const fail = () => Promise.reject(new Error('no pivot is needed'));

function figures(list: Awaited<ReturnType<typeof verifyIntegrity>>['list']) {
  const services = list.providers.flatMap(provider => provider.services);
  return {
    version: list.version,
    sequence: list.sequence,
    territory: list.territory,
    issued: list.issued,
    nextUpdate: list.nextUpdate,
    providers: list.providers.length,
    services: services.length,
    historyEntries: services.flatMap(({ periods }) => periods).length - services.length,
    caQc: services.filter(({ periods }) => periods[0]!.type.endsWith('/CA/QC')).length,
    pointers: list.pointers.length,
  };
}

function expected({
  version,
  sequence,
  territory,
  providers,
  services,
  historyEntries,
  caQc,
  pointers,
  ...record
}: ListRecord) {
  const issued = new Date(record.issued!);
  const nextUpdate = record.nextUpdate ? new Date(record.nextUpdate) : null;
  const numbers = { version, sequence, issued, nextUpdate, providers, services, historyEntries, caQc, pointers };
  return { ...numbers, territory: territory ?? '', signer: record.signerSha256 };
}

/** Why docconv refuses what the manifest does not require to accept. */
const REASONS: Readonly<Record<string, string>> = {
  'dss/2019/CZ_broken-sig.xml': 'DOCUMENT_CHANGED',
  'dss/2019/CZ_no-sig.xml': 'NO_SIGNATURE',
  'dss/2019/CZ_not-compliant.xml': 'DOCUMENT_CHANGED',
  'dss/2019/CZ_two-sigs.xml': 'SEVERAL_SIGNATURES',
  'dss/2019/eu-lotl_not-parsable.xml': 'NOT_XML',
  'dss/2019/tl_pivot_191_mp_no-sig.xml': 'NO_SIGNATURE',
  'dss/2019/tl_pivot_247_mp_broken-sig.xml': 'DOCUMENT_CHANGED',
  'dss/2019/tl_pivot_247_mp_missing-pivot.xml': 'DOCUMENT_CHANGED',
  'dss/2019/tl_pivot_247_mp_no-sig.xml': 'NO_SIGNATURE',
  'dss/eu-lotl-broken-sig.xml': 'DOCUMENT_CHANGED',
  'dss/eu-lotl-not-parseable.xml': 'NOT_XML',
  'dss/fi-v6-no-service-information.xml': 'DOCUMENT_CHANGED',
  'dss/fi-v6-no-tsp-information.xml': 'DOCUMENT_CHANGED',
  'dss/remote-trusted-list-v6.xml': 'NO_SIGNATURE',
  'dss/sample.xml': 'NOT_A_LIST',
  'dss/sk-tl-altered-trust-service.xml': 'DOCUMENT_CHANGED',
  'dss/specs/mra-lotl.xml': 'DOCUMENT_CHANGED',
  'dss/specs/mra-tc-tl.xml': 'DOCUMENT_CHANGED',
  'dss/specs/mra-tl-zz.xml': 'DOCUMENT_CHANGED',
  'dss/specs/tl.xml': 'TRANSFORM', // an XPath transform, of 2015
  'dss/specs/tlv6_empty.xml': 'NO_SIGNATURE',
  'dss/tl-empty-with-identifier.xml': 'NO_SIGNATURE',
  'dss/tsl-pe.xml': 'REFERENCES', // three, of which one has SHA-1; a list of Peru
  'dss/tsl-sk-minimal-dss-1911.xml': 'DOCUMENT_CHANGED',
  'dss/xades/eu-lotl-v6-no-sig.xml': 'NO_SIGNATURE',
  'dss/xsw/XSW-enveloped-fake-content-misplaced.xml': 'REFERENCES',
  'dss/xsw/XSW-enveloped-fake-content-two-same-id.xml': 'DUPLICATE_ID',
};
