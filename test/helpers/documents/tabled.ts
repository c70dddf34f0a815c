/** A workbook with a table of a built-in style (ECMA-376-1, 18.5). */
import type { Fixture } from '../documents.js';
import { type MeasuredSheet, measuredSheet, NS } from './measured-sheet.js';
import { relations } from './ooxml.js';
import { edited } from './with.js';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml';

interface Tabled extends MeasuredSheet {
  readonly style: string;
  readonly ref: string;
  /** Of the elements table and tableStyleInfo. */
  readonly attributes?: string;
  readonly info?: string;
}

/** The columns are A, B ... */
export function tabled({ style, ref, attributes = '', info = 'showRowStripes="1"', ...sheet }: Tabled): Fixture {
  const names = [...'ABC'].slice(0, ref.charCodeAt(3) - 64);
  const columns = names.map((name, i) => `<tableColumn id="${i + 1}" name="${name}"/>`).join('');
  return edited(measuredSheet(sheet), {
    '[Content_Types].xml': xml =>
      xml.replace('</Types>', `<Override PartName="/xl/tables/table1.xml" ContentType="${TYPE}"/></Types>`),
    'xl/worksheets/_rels/sheet1.xml.rels': relations([['table', '../tables/table1.xml']]),
    'xl/worksheets/sheet1.xml': xml =>
      xml
        .replace(
          '<worksheet ',
          '<worksheet xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ',
        )
        .replace('</worksheet>', '<tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>'),
    'xl/tables/table1.xml': `<table xmlns="${NS}" id="1" name="Sales" displayName="Sales" ref="${ref}" ${attributes}><tableColumns count="${names.length}">${columns}</tableColumns><tableStyleInfo name="${style}" ${info}/></table>`,
  });
}
