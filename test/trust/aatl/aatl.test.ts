/** Adobe's list: which anchors it names, what is refused, and how it is stored. */
import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAatl } from '../../../src/trust/aatl/read-settings.js';
import { aatlFile, openAatl, saveAatl } from '../../../src/trust/aatl/stored-aatl.js';
import { reopeningTrustStore, trustStoreOf, withSources } from '../../../src/trust/index.js';
import { createPki } from '../../helpers/pki.js';
import { adobeXml, type IdentityRow } from '../../helpers/trust-lists/adobe.js';
import { listsFolder } from '../../helpers/trust-lists/generation.js';

const pki = createPki({ one: {}, two: {}, three: {} });
const der = (name: 'one' | 'two' | 'three') => pki.id(name).der;
const read = (...identities: IdentityRow[]) => readAatl(Buffer.from(adobeXml(identities)));
const named = async (...identities: IdentityRow[]) =>
  (await read({ der: der('three') }, ...identities))
    .slice(1)
    .map(({ certificate, policies }) => [certificate.subject.commonName, policies]);

describe('an identity', () => {
  test.each<[name: string, row: Partial<IdentityRow>, expected: unknown[]]>([
    ['is an anchor for all policies', {}, [['one', null]]],
    ['is an anchor for those that it names', { policies: ['1.2.3', '1.2.4'] }, [['one', ['1.2.3', '1.2.4']]]],
    ['that names no policy in its restriction counts for none', { policies: [] }, [['one', []]]],
    ['can also be added by the action 2', { action: '2' }, [['one', null]]],
    ['is not added by the action 3', { action: '3' }, []],
    ['is not added by an unknown action', { action: '4' }, []],
    ['is not added without an action', { action: '' }, []],
    ['that is not trusted as root is none', { root: '0' }, []],
    ['of another source is none', { source: 'EUTL' }, []],
    ['with a damaged certificate is none', { der: Buffer.from('hello') }, []],
  ])('%s', async (_, row, expected) => {
    expect(await named({ der: der('one'), ...row })).toEqual(expected);
  });

  test('that is removed is none, wherever it is added', async () => {
    const [add, remove] = [{ der: der('one') }, { der: der('one'), action: '3', root: '0' as const }];
    expect(await named(add, remove)).toEqual([]);
    expect(await named(remove, add)).toEqual([]);
    expect(await named(remove, { der: der('two') })).toEqual([['two', null]]);
  });

  test('elements in other places do not count', async () => {
    const also = '<Other><Trust><Root>1</Root></Trust></Other>';
    expect(await named({ der: der('one'), root: '0', also })).toEqual([]);
  });
});

describe('refused', () => {
  const list = adobeXml([{ der: der('one') }]);
  const nested = (depth: number) =>
    `<SecuritySettings>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</SecuritySettings>`;
  test.each<[name: string, xml: string | Uint8Array, reason: RegExp]>([
    ['no XML', 'hello', /not well-formed/],
    ['cut off', list.slice(0, -30), /not well-formed/],
    ['another document', '<a><SecuritySettings/></a>', /no SecuritySettings/],
    ['no identity', '<SecuritySettings/>', /names no certificate/],
    ['only removals', adobeXml([{ der: der('one'), action: '3' }]), /names no certificate/],
    [
      'two certificates in one identity',
      adobeXml([{ der: der('one'), also: '<Certificate>AA==</Certificate>' }]),
      /2 elements Certificate/,
    ],
    [
      'two answers to one question',
      adobeXml([{ der: der('one'), root: '0', also: '<Trust><Root>1</Root></Trust>' }]),
      /2 elements Trust\/Root/,
    ],
    ['a policy that is none', adobeXml([{ der: der('one'), policies: ['1.2.x'] }]), /not an object identifier/],
    ['too deep', nested(1000), /too large/],
    ['too many elements', `<SecuritySettings>${'<OID/>'.repeat(100_001)}</SecuritySettings>`, /too large/],
    [
      'too many identities',
      `<SecuritySettings><TrustedIdentities>${'<Identity/>'.repeat(5001)}</TrustedIdentities></SecuritySettings>`,
      /more than 5000 identities/,
    ],
    [
      'an entity of its own',
      list.replace('<SecuritySettings>', '<!DOCTYPE a [<!ENTITY b "1">]><SecuritySettings>&b;'),
      /not well-formed/,
    ],
    ['not UTF-8', Buffer.concat([Buffer.from(list), Buffer.of(0xff)]), /not in UTF-8/],
  ])('%s', async (_, xml, reason) => {
    await expect(readAatl(Buffer.from(xml as Uint8Array))).rejects.toThrow(reason);
  });
});

const FACTS = { signed: new Date('2026-01-05T10:00:00Z'), signerName: 'Adobe' };

test('what is saved is found again by name, with its policies, as the source aatl', async () => {
  const folder = listsFolder();
  await saveAatl(folder, await read({ der: der('one'), policies: ['1.2.3'] }, { der: der('two') }), FACTS);
  const store = trustStoreOf([], null, { aatl: folder });
  expect(store).toMatchObject({ sources: ['aatl'], generation: null, note: null });
  expect(store.find(pki.certificate('one').subject)).toMatchObject([
    { source: 'aatl', services: [], policies: ['1.2.3'], certificate: { sha256: pki.certificate('one').sha256 } },
  ]);
  expect(store.find(pki.certificate('two').subject)[0]).not.toHaveProperty('policies');
  expect(store.find(pki.certificate('three').subject)).toEqual([]);
  expect(openAatl(folder).state).toMatchObject({ ...FACTS, certificates: 2, restricted: 1 });
  const narrowed = withSources(store, ['eu', 'file']);
  expect(narrowed.sources).toEqual([]);
  expect(narrowed.find(pki.certificate('one').subject)).toEqual([]);
  expect(narrowed.portable.aatl).toBeNull();
});

test('a damaged file is no trust, and the note says how to repair it', async () => {
  const folder = listsFolder();
  await saveAatl(folder, await read({ der: der('one') }), FACTS);
  writeFileSync(aatlFile(folder), Buffer.alloc(statSync(aatlFile(folder)).size));
  const store = trustStoreOf([], null, { aatl: folder });
  expect(store).toMatchObject({ sources: [], note: expect.stringMatching(/damaged.*docconv trust import FILE/) });
});

test('a process that runs for long sees an import', async () => {
  const folder = listsFolder();
  const portable = { certificates: [], lists: folder, aatl: folder };
  const [soon, late] = [reopeningTrustStore(portable, 0), reopeningTrustStore(portable)];
  const sources = (use: typeof soon) => use(async store => store.sources);
  expect(await sources(soon)).toEqual([]);
  await saveAatl(folder, await read({ der: der('one') }), FACTS);
  expect(await sources(soon)).toEqual(['aatl']);
  expect(await sources(late)).toEqual([]);
});
