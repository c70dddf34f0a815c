/** A trust store of lists that a test writes: signed, verified and read like those of states. */
import { nameKey, parseCertificate } from '../../../src/pki/index.js';
import type { Anchor, TrustStore } from '../../../src/trust/index.js';
import type { TrustedList } from '../../../src/trust/lists/model.js';
import { verifyList } from '../../../src/trust/lists/verify-list.js';
import { createPki } from '../pki.js';
import { type ListRow, signedList } from './index.js';

const operators = createPki({ operator: { subject: 'C=XX,CN=Operator' } });

export async function listedStore(...rows: readonly ListRow[]): Promise<TrustStore> {
  const operator = operators.id('operator');
  const lists = await Promise.all(
    rows.map(async row => (await verifyList(signedList(row, operator), [operator.der])).list),
  );
  const anchors = lists.flatMap(anchorsOf);
  return {
    sources: ['eu'],
    generation: 'made-by-a-test',
    find: subject => anchors.filter(({ certificate }) => nameKey(certificate.subject) === nameKey(subject)),
    listOf: territory => {
      const found = lists.find(list => list.territory === territory);
      return found ? { ...found, signerUntil: null } : null;
    },
    excluded: [],
    note: null,
    faults: new Map(),
    portable: { certificates: [], lists: null },
    close: () => {},
  };
}

function anchorsOf({ territory, providers }: TrustedList): Anchor[] {
  return providers.flatMap(({ names: providerNames, tradeNames, services }) =>
    services.flatMap(({ certificates, periods }) =>
      certificates.map(der => ({
        source: 'eu',
        certificate: parseCertificate(der),
        services: [{ territory, providerNames, tradeNames, periods }],
      })),
    ),
  );
}
