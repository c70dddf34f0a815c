/** Tables 1 to 3 of TS 119 615, all 240 cells, against the literal grids. */
import { expect, test } from 'vitest';
import { QC_TYPE } from '../../../src/pki/index.js';
import { type Purpose, type Status, tableCell } from '../../../src/trust/qualification/tables.js';
import { PURPOSE_OF_CERTIFICATE } from '../../../src/trust/qualification/vocabulary.js';

/** Qualified, not qualified, indeterminate. */
const LETTERS: Record<string, Status> = { Q: 'qualified', N: 'not-qualified', I: 'indeterminate' };

/** QcType 1 is for signatures, 2 for seals, 3 for web sites. */
const TYPES: Record<string, string> = { 1: QC_TYPE.eSig, 2: QC_TYPE.eSeal, 3: QC_TYPE.web };

/**
 * Columns: no qualifier, NotQualified, QCStatement, the qualifier of the purpose, that and QCStatement.
 * Rows: QcCompliance or not, and the QcTypes of the certificate.
 */
const GRIDS: Record<Purpose, readonly (readonly [boolean, string, string])[]> = {
  eSig: [
    [false, '', 'NNINQ'],
    [false, '1', 'NNQNQ'],
    [false, '2', 'NNNNQ'],
    [false, '3', 'NNNNQ'],
    [false, '12', 'NNINQ'],
    [false, '13', 'NNINQ'],
    [false, '23', 'NNNNQ'],
    [false, '123', 'NNINQ'],
    [true, '', 'QNQQQ'],
    [true, '1', 'QNQQQ'],
    [true, '2', 'NNNQQ'],
    [true, '3', 'NNNQQ'],
    [true, '12', 'INIQQ'],
    [true, '13', 'INIQQ'],
    [true, '23', 'NNNQQ'],
    [true, '123', 'INIQQ'],
  ],
  eSeal: [
    [false, '', 'NNINQ'],
    [false, '1', 'NNNNQ'],
    [false, '2', 'NNQNQ'],
    [false, '3', 'NNNNQ'],
    [false, '12', 'NNINQ'],
    [false, '13', 'NNNNQ'],
    [false, '23', 'NNINQ'],
    [false, '123', 'NNINQ'],
    [true, '', 'NNNQQ'],
    [true, '1', 'NNNQQ'],
    [true, '2', 'QNQQQ'],
    [true, '3', 'NNNQQ'],
    [true, '12', 'INIQQ'],
    [true, '13', 'NNNQQ'],
    [true, '23', 'INIQQ'],
    [true, '123', 'INIQQ'],
  ],
  web: [
    [false, '', 'NNINQ'],
    [false, '1', 'NNNNQ'],
    [false, '2', 'NNNNQ'],
    [false, '3', 'NNQNQ'],
    [false, '12', 'NNNNQ'],
    [false, '13', 'NNINQ'],
    [false, '23', 'NNINQ'],
    [false, '123', 'NNINQ'],
    [true, '', 'NNNQQ'],
    [true, '1', 'NNNQQ'],
    [true, '2', 'NNNQQ'],
    [true, '3', 'QNQQQ'],
    [true, '12', 'NNNQQ'],
    [true, '13', 'INIQQ'],
    [true, '23', 'INIQQ'],
    [true, '123', 'INIQQ'],
  ],
};

test('all 240 cells of the tables have the status that is determined', () => {
  const cells = (Object.keys(GRIDS) as Purpose[]).flatMap(purpose => {
    const own = PURPOSE_OF_CERTIFICATE[purpose];
    const columns = [[], ['NotQualified'], ['QCStatement'], [own], [own, 'QCStatement']];
    return GRIDS[purpose].flatMap(([compliance, types, grid]) =>
      columns.map((qualifiers, column) => ({
        at: `${purpose} ${compliance} ${types} ${qualifiers}`,
        expected: LETTERS[grid[column]!],
        actual: tableCell(purpose, { compliance, types: [...types].map(n => TYPES[n]!) }, new Set(qualifiers)),
      })),
    );
  });
  expect(cells.length).toBe(240);
  expect(cells.filter(({ expected, actual }) => expected !== actual)).toEqual([]);
});
