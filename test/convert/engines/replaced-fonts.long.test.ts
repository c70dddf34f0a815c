/** Fonts that the embedded engine does not have. */
import { it } from 'vitest';
import { describeWith } from '../../helpers/requires.js';
import { embedded, sharedConverter } from '../engine-setup.js';
import { expectReported } from './replaced-fonts.helper.js';

const converter = sharedConverter();

describeWith('a missing font', [embedded], () => {
  it('is reported with wasm', () => expectReported(converter, 'wasm', 'DejaVu Sans'));
});
