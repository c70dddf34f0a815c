/** Engines with each combination of layers: layers.long.test.ts tries all of them. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LAYERS_NEED, type Layers } from '../../helpers/isolation/layers.js';
import { describeWith, program } from '../../helpers/requires.js';
import { docconvOn, useScatteredLibreOffice } from './layers.helper.js';

const convert = ['convert', join(process.cwd(), 'examples/report.docx'), '-o', '{folder}/out.pdf'];
const libreoffice = program('soffice.bin');

describeWith('where the programs that draw EPS pictures are installed', [...LAYERS_NEED, libreoffice], () => {
  it.each([
    ['unshare and Landlock', 'root', 'native'],
    ['Landlock', 'an ordinary user', 'native'],
    ['Landlock', 'root', 'soffice'],
  ] as const)('%s let %s convert with %s', async (layers, user, engine) => {
    const ended = await docconvOn({ layers, user, programs: true }, [...convert, '--engine', engine]);
    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining(`(${engine}, `) });
    expect(await ended.pdf()).toMatch(/^%PDF-/);
  });
});

describeWith('an engine that a layer keeps from starting', [...LAYERS_NEED, libreoffice], () => {
  const scattered = useScatteredLibreOffice();
  const on = (layers: Layers, argv: readonly string[]) =>
    docconvOn({ layers, user: 'root', programs: false }, argv, { DOCCONV_LIBREOFFICE: scattered() });

  it.each([
    ['bubblewrap', 'bubblewrap'],
    ['unshare and Landlock', 'Landlock'],
  ] as const)('with %s: the error names %s', async (layers, culprit) => {
    const { code, err } = await on(layers, [...convert, '--engine', 'native']);
    expect(code).toBe(4);
    expect(err).toContain(`The engine native did not start: ${culprit} prevents it: `);
    expect(err).toContain('[NO_ENGINE]');
  });
});
