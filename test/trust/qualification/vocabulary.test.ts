/** Values of trusted lists by their short name. */
import { expect, test } from 'vitest';
import { shortName } from '../../../src/trust/qualification/index.js';

test.each<[Parameters<typeof shortName>[0], string, string]>([
  ['type', 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC', 'CA/QC'],
  ['status', 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted', 'granted'],
  [
    'status',
    'http://uri.etsi.org/TrstSvc/eSigDir-1999-93-EC-TrustedList/Svcstatus/undersupervision',
    'undersupervision',
  ],
  ['extension', 'http://uri.etsi.org/TrstSvc/eSigDir-1999-93-EC-TrustedList/SvcInfoExt/QCWithSSCD', 'QCWithSSCD'],
  [
    'status',
    'http://example.org/TrstSvc/TrustedList/Svcstatus/granted',
    'http://example.org/TrstSvc/TrustedList/Svcstatus/granted',
  ],
])('a %s of %s is %s', (folder, uri, name) => {
  expect(shortName(folder, uri)).toBe(name);
});
