/** Print areas and titles, as an engine gets them; quirks/ has one in a PDF. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { Warnings } from '../../../../../src/convert/warnings.js';
import { measuredSheet } from '../../../../helpers/documents/measured-sheet.js';
import { edited } from '../../../../helpers/documents/with.js';

async function defined(reference: string, name: string, warnings = new Warnings()): Promise<string> {
  const names = `<definedNames><definedName name="${name}" localSheetId="0">${reference}</definedName></definedNames>`;
  const source = edited(measuredSheet({ sheet: '<sheetData/>' }), {
    'xl/workbook.xml': xml => xml.replace('</workbook>', `${names}</workbook>`),
  });
  const { bytes } = await prepareDocument(source.bytes, {
    name: source.name,
    pdf: {},
    quirks: quirksOf('7.4'),
    warnings,
  });
  const workbook = Buffer.from(unzipSync(bytes)['xl/workbook.xml']!).toString();
  return /<definedName [^>]*>([^<]*)</.exec(workbook)![1]!;
}

it.each([
  ['One!$A2:$B4', 'One!$A$2:$B$4'],
  ['One!A2:B4', 'One!$A$2:$B$4'],
  ['One!B2', 'One!$B$2'],
  ["'A!B1, it''s'!$A1:$B2,One!C$1:D$2", "'A!B1, it''s'!$A$1:$B$2,One!$C$1:$D$2"],
  ['One!A:C', 'One!$A:$C'],
  ['One!1:$2', 'One!$1:$2'],
  ['One!$A$1:$B$2', 'One!$A$1:$B$2'],
  ['OFFSET(One!$A$1,0,0,3,2)', 'OFFSET(One!$A$1,0,0,3,2)'],
  ['One!Total', 'One!Total'],
])('the area %s is %s', async (stated, absolute) => {
  expect(await defined(stated, '_xlnm.Print_Area')).toBe(absolute);
  expect(await defined(stated, '_xlnm.Print_Titles')).toBe(absolute);
  expect(await defined(stated, 'Area')).toBe(stated);
});

it.each([
  ['OFFSET(One!$A$1,0,0,3,2)', true],
  ['One!$A$1:INDEX(One!$B:$B,9)', true],
  ['Total', true],
  ['One!Total', true],
  ["'A,(1)!b'!$A$1:$B$2,One!$C$1", false],
  ["'It''s'!$A:$C", false],
  ['One!$1:$2', false],
  ['#REF!', false],
  ['One!#REF!', false],
])('of the print area %s that it is ignored: %s', async (area, isIgnored) => {
  const warnings = new Warnings();
  await defined(area, '_xlnm.Print_Area', warnings);
  await defined(area, 'Area', warnings);
  expect(warnings.list()).toEqual(isIgnored ? [{ code: 'print_area_ignored', detail: { area } }] : []);
});
