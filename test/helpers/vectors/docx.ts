/** DOCX: links by relationship (TargetMode="External") and by field. */
import { documents } from '../documents.js';
import { editPackage, type PartChange } from '../edit-package.js';
import type { Target, TargetKind } from './index.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const NAMES = [
  `xmlns:r="${OFFICE}"`,
  `xmlns:wp="${DRAWING}/wordprocessingDrawing"`,
  `xmlns:a="${DRAWING}/main"`,
  `xmlns:pic="${DRAWING}/picture"`,
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

export function docxVectors(target: Target): Record<string, Uint8Array> {
  const linked = (vector: string, kind: TargetKind, relation: string, content: string) =>
    docx({ body: content, relations: external(relation, target(vector, kind)) });
  const field = (vector: string, kind: TargetKind, code: (url: string) => string) =>
    docx({ body: complexField(code(target(vector, kind))) });
  return {
    'linked image': linked('linked image', 'png', 'image', picture),
    'VML image': linked(
      'VML image',
      'png',
      'image',
      `<w:p><w:r><w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="rId1"/></v:shape></w:pict></w:r></w:p>`,
    ),
    altChunk: linked('altChunk', 'docx', 'aFChunk', '<w:altChunk r:id="rId1"/>'),
    subdocument: linked('subdocument', 'docx', 'subDocument', '<w:p><w:subDoc r:id="rId1"/></w:p>'),
    'OLE link': linked(
      'OLE link',
      'xlsx',
      'oleObject',
      `<w:p><w:r><w:object><v:shape id="s" style="width:90pt;height:90pt"/><o:OLEObject Type="Link" ProgID="Excel.Sheet.12" ShapeID="s" DrawAspect="Content" r:id="rId1" UpdateMode="Always"/></w:object></w:r></w:p>`,
    ),
    INCLUDEPICTURE: field('INCLUDEPICTURE', 'png', url => `INCLUDEPICTURE "${url}" \\d`),
    INCLUDETEXT: field('INCLUDETEXT', 'txt', url => `INCLUDETEXT "${url}"`),
    'INCLUDETEXT of a document': field('INCLUDETEXT of a document', 'docx', url => `INCLUDETEXT "${url}"`),
    DDEAUTO: field('DDEAUTO', 'xlsx', url => `DDEAUTO Excel "${url}" "Sheet1!R1C1"`),
    LINK: field('LINK', 'xlsx', url => `LINK Excel.Sheet.12 "${url}" "Sheet1!R1C1" \\a \\t`),
    'attached template': docx({
      settings: '<w:attachedTemplate r:id="rId1"/>',
      settingsRelations: external('attachedTemplate', target('attached template', 'docx')),
    }),
    'mail merge source': docx({
      settings:
        '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="textFile"/><w:query w:val="SELECT * FROM x"/><w:dataSource r:id="rId1"/></w:mailMerge>',
      settingsRelations: external('mailMergeSource', target('mail merge source', 'csv')),
    }),
    'external entity': editPackage(documents.docx().bytes, {
      'word/document.xml': xml =>
        xml
          .replace(
            /<\?xml[^>]*\?>/,
            found => `${found}<!DOCTYPE x [<!ENTITY x SYSTEM "${target('external entity', 'txt')}">]>`,
          )
          .replace('</w:t>', '&x;</w:t>'),
    }),
  };
}

const picture = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

function complexField(code: string): string {
  const mark = (type: string) =>
    `<w:r><w:fldChar w:fldCharType="${type}"${type === 'begin' ? ' w:dirty="true"' : ''}/></w:r>`;
  const instruction = `<w:r><w:instrText xml:space="preserve"> ${code.replaceAll('"', '&quot;')} </w:instrText></w:r>`;
  return `<w:p>${mark('begin')}${instruction}${mark('separate')}<w:r><w:t>old</w:t></w:r>${mark('end')}</w:p>`;
}

export function external(kind: string, url: string): string {
  const relation = `<Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${url}" TargetMode="External"/>`;
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`;
}

interface Parts {
  body?: string;
  relations?: string;
  settings?: string;
  settingsRelations?: string;
}

function docx({ body = '', relations, settings, settingsRelations }: Parts): Uint8Array {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const changes: Record<string, PartChange> = {
    'word/document.xml': xml =>
      xml.replace('<w:document ', `<w:document ${NAMES} `).replace('</w:body>', `${body}</w:body>`),
  };
  if (relations) changes['word/_rels/document.xml.rels'] = relations;
  if (settings) {
    const ns = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    changes['word/settings.xml'] = `<w:settings xmlns:w="${ns}" xmlns:r="${OFFICE}">${settings}</w:settings>`;
    changes['[Content_Types].xml'] = xml =>
      xml.replace('</Types>', `<Override PartName="/word/settings.xml" ContentType="${main}.settings+xml"/></Types>`);
    changes['word/_rels/document.xml.rels'] =
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="${OFFICE}/settings" Target="settings.xml"/></Relationships>`;
    if (settingsRelations) changes['word/_rels/settings.xml.rels'] = settingsRelations;
  }
  return editPackage(documents.docx().bytes, changes);
}
