import { expect, it } from 'vitest';
import { formatNamed } from '../../../src/convert/formats.js';
import { inputFileName } from '../../../src/convert/input/file-name.js';

const docx = formatNamed('docx');

it.each([
  ['Größe & Co (1), neu!.docx', 'Größe & Co (1), neu!.docx'],
  ['हिन्दी می\u200cخواهم 👩‍👧.doc', 'हिन्दी می\u200cخواهم 👩‍👧.docx'],
  ['folder/C:\\temp\\Report.DOCX', 'Report.docx'],
  ['a"b<c>d|e*f?g%h#i$j`k.docx', 'a_b_c_d_e_f_g_h_i_j_k.docx'],
  ['line\nbreak \u001b[31m \u202egnp.docx', 'line_break _[31m _gnp.docx'],
  ['--outdir=x.docx', 'outdir=x.docx'],
  ['.docx', 'docx.docx'],
  ['...', 'document.docx'],
  [undefined, 'document.docx'],
])('%j is %j in the worker', (name, expected) => {
  expect(inputFileName(name, docx)).toBe(expected);
});

it('keeps whole characters of long names', () => {
  const name = inputFileName(`${'𐍈'.repeat(100)}.docx`, docx);
  expect(name).toBe(`${'𐍈'.repeat(50)}.docx`);
  expect(Buffer.byteLength(name)).toBeLessThan(255);
});
