/** A document that no limit refuses, and that grows without end in the engine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createConverter } from '../../../src/convert/index.js';
import { bombs } from '../../helpers/documents/bombs.js';
import { documents } from '../../helpers/documents.js';
import { describeTools } from '../../helpers/requires.js';

const header = bombs().find(({ name }) => name === 'header.docx')!;

describeTools('a header that includes itself', ['soffice.bin'], () => {
  it('ends in a PDF, a crash of its worker or a timeout, and does not affect another conversion', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'docconv-bombs-'));
    const converter = createConverter({ cache: inject('engineCache'), temporary, workers: 2 });
    try {
      const endless = converter.convert(header, { timeoutMs: 20_000 });
      const beside = converter.convert(documents.docx());
      const [outcome] = await Promise.allSettled([endless]);
      if (outcome.status === 'rejected')
        expect(outcome.reason.code).toMatch(/^(TIMEOUT|ENGINE_CRASHED|ENGINE_FAILED)$/);
      else expect(Buffer.from(outcome.value.pdf.subarray(0, 5)).toString()).toBe('%PDF-');
      expect(Buffer.from((await beside).pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    } finally {
      await converter.close();
      await rm(temporary, { recursive: true, force: true });
    }
  });
});
