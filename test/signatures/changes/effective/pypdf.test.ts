/** pypdf states the inherited attributes in every page of a file to which it appends a comment, and rounds their numbers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { describeWith, pythonWith } from '../../../helpers/requires.js';
import { assessFirst } from '../assess.js';
import { documentOf } from './case.js';
import { EFFECTIVE } from './cases.js';

const SCRIPT = `
import sys
from pypdf import PdfWriter
from pypdf.annotations import Text
from pypdf.generic import ArrayObject, FloatObject, NameObject
source, target, width = sys.argv[1:]
writer = PdfWriter(source, incremental=True)
writer.add_annotation(0, Text(rect=(500, 20, 520, 40), text='c'))
if width:
    writer.pages[0][NameObject('/MediaBox')] = ArrayObject([FloatObject(n) for n in (0, 0, width, 842)])
writer.write(target)
`;
const python = pythonWith('pypdf');

describeWith('a comment that pypdf adds', [python], () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'effective-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function commented(bytes: Uint8Array, width = ''): Buffer {
    const [source, target] = [join(folder, 'source.pdf'), join(folder, 'target.pdf')];
    writeFileSync(source, bytes);
    execFileSync(python.command, ['-c', SCRIPT, source, target, width], { stdio: 'pipe' });
    return readFileSync(target);
  }

  const files = EFFECTIVE.filter(({ what }) => /inherits over|repeat each other|preferences that are/.test(what));
  test.each(files)('to a file with $what: the only change', async file => {
    const signed = documentOf(file).save(sign({ existing: O.approval }));
    expect(await assessFirst(commented(signed.bytes))).toMatchObject({ after: 'annotations', allowed: true });
    expect(await assessFirst(commented(signed.bytes, '400'))).toMatchObject({ after: 'content', allowed: false });
  });
});
