/** What engines make of HTML pages. */
import { expect, it } from 'vitest';
import type { EngineName } from '../../../../src/convert/index.js';
import { documents } from '../../../helpers/documents.js';
import { describeWith, program } from '../../../helpers/requires.js';
import { embedded, sharedConverter } from '../../engine-setup.js';

const converter = sharedConverter();

/** LibreOffice makes comments of the text from all of these. */
const PAGE =
  '<!DOCTYPE html><html><head><meta name="changed" content="00:00:00"></head><body><!-- a comment --><p>Words</p></body></html>';
const page = { ...documents.html(), bytes: Buffer.from(PAGE) };

const ENGINES: readonly EngineName[] = ['native', 'soffice', 'wasm'];

describeWith('comments of an HTML page', [program('soffice.bin'), embedded], () => {
  it.each(ENGINES)(
    'are not printed by %s unless asked for',
    async engine => {
      const options = { engine, timeoutMs: 120_000 };
      const marks = async (pdf = {}) => {
        const converted = await converter.convert(page, { ...options, pdf });
        return (
          Buffer.from(converted.pdf)
            .toString('latin1')
            .split(/\/Subtype\s*\/Text\b/).length - 1
        );
      };
      expect(await marks()).toBe(0);
      expect(await marks({ comments: 'annotations' })).toBeGreaterThan(0);
    },
    300_000,
  );
});
