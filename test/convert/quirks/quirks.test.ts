/** Faults of LibreOffice: what docconv does about one is done for the versions that have it. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatNamed } from '../../../src/convert/formats.js';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { ENGINE_QUIRKS } from '../../../src/convert/quirks/engine-quirks.js';
import { quirksOf } from '../../../src/convert/quirks/index.js';
import { QUIRK_IDS, QUIRKS, type Quirk, type QuirkId } from '../../../src/convert/quirks/table.js';
import { mayHave } from '../../../src/convert/quirks/versions.js';
import { Warnings } from '../../../src/convert/warnings.js';
import type { Demonstration } from './demonstration.js';
import { DEMONSTRATIONS } from './documents.js';

describe('a version', () => {
  it.each([
    ['7.4.7.2', { gone: '24.8' }, true],
    ['24.2', { gone: '24.8' }, true],
    ['24.8', { gone: '24.8' }, false],
    ['24.8.8', { gone: '24.8' }, false],
    ['25.2', { gone: '24.8' }, false],
    ['7.4.7', { since: '24.8' }, false],
    ['24.8.8', { since: '24.8' }, true],
    ['7.6', { since: '7.4', gone: '24.2' }, true],
    ['25.2', {}, true],
    [null, { since: '24.8', gone: '25.2' }, true],
  ])('%s with %j has it: %s', (version, bounds, has) => {
    expect(mayHave(version, bounds)).toBe(has);
  });
});

it('a fault is one of some kinds of documents', () => {
  const has = quirksOf(null);
  expect(has('webHidden', formatNamed('docm'))).toBe(true);
  expect(has('webHidden', formatNamed('odt'))).toBe(false);
  expect(has('csvCodes', formatNamed('tsv'))).toBe(true);
});

it.each(Object.entries(ENGINE_QUIRKS))('%s: there is the file with its remedy', (_, { where }) => {
  expect(existsSync(`src/convert/${where}`)).toBe(true);
});

const withRemedy = (...remedies: Quirk['remedy'][]) => QUIRK_IDS.filter(id => remedies.includes(QUIRKS[id].remedy));

async function prepared(id: QuirkId, isThere: boolean) {
  const { document, options = {}, other }: Demonstration = DEMONSTRATIONS[id];
  const all = quirksOf(null);
  const quirks: typeof all = (each, format) => each !== other && all(each, format) && (isThere || each !== id);
  const warnings = new Warnings();
  const { bytes, format, locale } = await prepareDocument(document.bytes, {
    name: document.name,
    pdf: options,
    quirks,
    fonts: async () => new Set(['arial', 'notosanscjkkr']),
    warnings,
  });
  return { document: { bytes, options: format.inputOptions, locale }, warnings: warnings.list() };
}

it.each(withRemedy('edit').concat('csvCodes', 'scriptSpaces'))(
  '%s: the document is changed for versions that have it',
  async id => {
    expect((await prepared(id, true)).document).not.toEqual((await prepared(id, false)).document);
  },
);

it.each(withRemedy('warning'))('%s: the warning is given for versions that have it', async id => {
  const { warnings } = await prepared(id, true);
  expect(warnings).toHaveLength(1);
  expect((await prepared(id, false)).warnings).toEqual([]);
});

it.each(withRemedy('limit'))('%s: the document is refused for every version', async id => {
  await expect(prepared(id, false)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
});
