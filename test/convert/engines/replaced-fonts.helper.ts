/** A document that names a font which is missing, beside all fonts that its PDF has. */
import { expect } from 'vitest';
import type { Converter, EngineName } from '../../../src/convert/index.js';
import { run, wordWith } from '../../helpers/documents/with.js';

const PRINTED = ['DejaVu Sans', 'DejaVu Serif', 'Liberation Sans', 'Liberation Serif', 'Noto Sans', 'Noto Serif'];

/** @param installed a font that the engine finds */
export async function expectReported(converter: Converter, engine: EngineName, installed: string): Promise<void> {
  const document = wordWith(['No Such Font', ...PRINTED].map(name => run(name, `text in ${name}`)).join(''));
  const { warnings } = await converter.convert(document, { engine });
  const substituted = warnings.filter(({ code }) => code === 'font_substituted').map(({ detail }) => detail.font);
  expect(substituted).toContain('No Such Font');
  expect(substituted).not.toContain(installed);
}
