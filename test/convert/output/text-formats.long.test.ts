/** Pages, books and plain texts become every text format on every engine. */
import { expect, it } from 'vitest';
import type { EngineName } from '../../../src/convert/index.js';
import { describeTools, describeWith } from '../../helpers/requires.js';
import { embedded, sharedConverter } from '../engine-setup.js';
import { expectedOf, TEXT_OUTPUTS, TEXT_SOURCES, written } from './text-formats.helper.js';

const converter = sharedConverter();
const CELLS = TEXT_SOURCES.flatMap(from => TEXT_OUTPUTS.map(to => [from, to] as const));

/** All at once: an engine shares its starts among the documents that wait. */
function everyCell(engine: EngineName): void {
  it('writes all of them', async () => {
    const rows = CELLS.map(async ([from, to]) => {
      const content = await written(converter, from, to, engine).catch((error: Error) => error.message);
      return [`${from} as ${to}`, content] as const;
    });
    const expected = CELLS.map(([from, to]) => [`${from} as ${to}`, expectedOf(from, to)] as const);
    expect(await Promise.all(rows)).toEqual(expected);
  });
}

describeTools('native', ['soffice.bin'], () => everyCell('native'));
describeTools('soffice', ['soffice.bin'], () => everyCell('soffice'));
describeWith('wasm', [embedded], () => everyCell('wasm'));
