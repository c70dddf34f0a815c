/** Tables of contents with the embedded engine, and on a busy machine. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../../helpers/bundle.js';
import { documents } from '../../../helpers/documents.js';
import { describeTools, describeWith, program } from '../../../helpers/requires.js';
import { embedded, sharedConverter } from '../../engine-setup.js';
import { indexCases } from './update-index.helper.js';

const converter = sharedConverter();

describeWith('--update-index wasm', [embedded, program('pdftotext')], () => indexCases(converter, 'wasm'));

/** A document that has just been loaded takes no command for a moment, which is the longer the busier the machine is. */
const TIMES = 50;
const PROCESSES = 3;

describeTools('--update-index', ['soffice.bin'], () => {
  it('is done for each of many documents, although the machine is busy', { timeout: 300_000 }, async () => {
    const program = await bundle('test/fixtures/update-indexes.ts');
    const runs = Array.from({ length: PROCESSES }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'docconv-indexes-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      writeFileSync(join(folder, 'a.docx'), documents.docx().bytes);
      const argv = [program, 'a.docx', String(TIMES)];
      const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: folder });
      return stdout.trim();
    });
    expect(await Promise.all(runs)).toEqual(Array(PROCESSES).fill(String(TIMES)));
  });
});
