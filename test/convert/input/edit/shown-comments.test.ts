/** Comments that a sheet shows, with `--comments margin`: each is printed once. */
import { expect, it } from 'vitest';
import { edited } from '../../../helpers/documents/with.js';
import { documents, legacy } from '../../../helpers/documents.js';
import { wordsOf } from '../../../helpers/pdf-text.js';
import { describeTools } from '../../../helpers/requires.js';
import { convertWorkbook } from '../../workbooks.js';

const ANNOTATION =
  '<office:annotation office:display="true" svg:width="3cm" svg:height="2cm" svg:x="4cm" svg:y="1cm"><text:p>Remark</text:p></office:annotation>';

const annotated = (content: string) => content.replace(/(<table:table-cell\b[^>]*[^/])(?:\/>|>)/, `$1>${ANNOTATION}`);

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHAPE =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="_x0000_s1025" style="width:100pt;height:50pt;visibility:visible"><br><x:ClientData ObjectType="Note"><x:Anchor>1, 15, 0, 2, 3, 15, 3, 16</x:Anchor><x:Visible/><x:Row>0</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>';

function excel() {
  return edited(documents.xlsx('x'), {
    'xl/worksheets/sheet1.xml': sheet =>
      sheet.replace('</worksheet>', `<legacyDrawing xmlns:r="${RELATIONS}" r:id="v"/>$&`),
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="v" Type="${RELATIONS}/vmlDrawing" Target="../v.vml"/><Relationship Id="c" Type="${RELATIONS}/comments" Target="../comments1.xml"/></Relationships>`,
    'xl/comments1.xml': `<comments xmlns="${MAIN}"><authors><author>A</author></authors><commentList><comment ref="A1" authorId="0"><text><t>Remark</t></text></comment></commentList></comments>`,
    'xl/v.vml': SHAPE,
    '[Content_Types].xml': types =>
      types.replace(
        '</Types>',
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/comments1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>$&',
      ),
  });
}

const openDocument = edited(documents.ods('x'), { 'content.xml': annotated });
const flat = {
  ...documents.fods('x'),
  bytes: Buffer.from(annotated(Buffer.from(documents.fods('x').bytes).toString('latin1'))),
};

describeTools('comments that a sheet shows', ['soffice.bin', 'pdftotext'], () => {
  it.each([
    ['xlsx', async () => excel()],
    [
      'xlsx, behind a shape without content',
      async () => edited(excel(), { 'xl/v.vml': SHAPE.replace('<v:shape', '<v:shape id="a" style="width:1pt"/>$&') }),
    ],
    ['ods', async () => openDocument],
    ['fods', async () => flat],
    ['xls', () => legacy(openDocument, 'xls')],
  ])('are in the margin only: %s', async (_, source) => {
    const document = await source();
    const remarks = async (comments: 'none' | 'margin') =>
      (await wordsOf(await convertWorkbook(document, { comments }))).match(/Remark/g)?.length;
    expect([await remarks('none'), await remarks('margin')]).toEqual([1, 1]);
  });
});
