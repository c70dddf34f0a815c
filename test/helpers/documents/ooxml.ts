/** The least of a DOCX, XLSX and PPTX (ECMA-376): one paragraph, one cell, one slide. */
import { escapeXml, packageOf, XML } from './package.js';

const NS = 'http://schemas.openxmlformats.org';
const RELATIONS = `${NS}/officeDocument/2006/relationships`;
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** What the main part of a package is, by the file's extension: a template differs from a document in nothing else. */
const MAIN_TYPES = {
  docx: `${OFFICE}.wordprocessingml.document.main+xml`,
  dotx: `${OFFICE}.wordprocessingml.template.main+xml`,
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  dotm: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
  xlsx: `${OFFICE}.spreadsheetml.sheet.main+xml`,
  xltx: `${OFFICE}.spreadsheetml.template.main+xml`,
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  xltm: 'application/vnd.ms-excel.template.macroEnabled.main+xml',
  pptx: `${OFFICE}.presentationml.presentation.main+xml`,
  ppsx: `${OFFICE}.presentationml.slideshow.main+xml`,
  potx: `${OFFICE}.presentationml.template.main+xml`,
  pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
  ppsm: 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml',
  potm: 'application/vnd.ms-powerpoint.template.macroEnabled.main+xml',
} as const;

export function writing(text: string, extension: 'docx' | 'dotx' | 'docm' | 'dotm'): Uint8Array {
  const ns = `${NS}/wordprocessingml/2006/main`;
  const body = `<w:p><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p>`;
  return ooxml('word/document.xml', extension, {
    'word/document.xml': `<w:document xmlns:w="${ns}"><w:body>${body}</w:body></w:document>`,
  });
}

/** A text with the formula x = 1 (ECMA-376-1, 22.1.2.77). */
export function formula(): Uint8Array {
  const names = `xmlns:w="${NS}/wordprocessingml/2006/main" xmlns:m="${NS}/officeDocument/2006/math"`;
  const math = '<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>';
  return ooxml('word/document.xml', 'docx', {
    'word/document.xml': `<w:document ${names}><w:body><w:p>${math}</w:p></w:body></w:document>`,
  });
}

/** A text with a comment on it (ECMA-376-1, 17.13.4). */
export function commentedWriting(text: string, comment: string): Uint8Array {
  const ns = `${NS}/wordprocessingml/2006/main`;
  const words = (content: string) => `<w:r><w:t>${escapeXml(content)}</w:t></w:r>`;
  const mark = (name: string) => `<w:${name} w:id="0"/>`;
  const body = `${mark('commentRangeStart')}${words(text)}${mark('commentRangeEnd')}<w:r>${mark('commentReference')}</w:r>`;
  const author = 'w:author="Ada" w:initials="A" w:date="2024-05-06T07:08:09Z"';
  return ooxml(
    'word/document.xml',
    'docx',
    {
      'word/document.xml': `<w:document xmlns:w="${ns}"><w:body><w:p>${body}</w:p></w:body></w:document>`,
      'word/_rels/document.xml.rels': relations([['comments', 'comments.xml']]),
      'word/comments.xml': `<w:comments xmlns:w="${ns}"><w:comment w:id="0" ${author}><w:p>${words(comment)}</w:p></w:comment></w:comments>`,
    },
    { 'word/comments.xml': `${OFFICE}.wordprocessingml.comments+xml` },
  );
}

export function workbook(text: string, extension: 'xlsx' | 'xltx' | 'xlsm' | 'xltm'): Uint8Array {
  const ns = `${NS}/spreadsheetml/2006/main`;
  const cell = `<c r="A1" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;
  const main = 'xl/workbook.xml';
  return ooxml(
    main,
    extension,
    {
      [main]: `<workbook xmlns="${ns}" xmlns:r="${RELATIONS}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([['worksheet', 'worksheets/sheet1.xml']]),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${ns}"><sheetData><row r="1">${cell}</row></sheetData></worksheet>`,
    },
    { 'xl/worksheets/sheet1.xml': `${OFFICE}.spreadsheetml.worksheet+xml` },
  );
}

type Presentation = 'pptx' | 'ppsx' | 'potx' | 'pptm' | 'ppsm' | 'potm';

export function presentation(text: string, extension: Presentation): Uint8Array {
  const names = `xmlns:p="${NS}/presentationml/2006/main" xmlns:a="${NS}/drawingml/2006/main" xmlns:r="${RELATIONS}"`;
  const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
  const box = '<a:xfrm><a:off x="900000" y="900000"/><a:ext cx="7000000" cy="900000"/></a:xfrm>';
  const shape =
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Words"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>' +
    `<p:spPr>${box}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>` +
    `<p:txBody><a:bodyPr/><a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const main = 'ppt/presentation.xml';
  return ooxml(
    main,
    extension,
    {
      [main]: `<p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations([['slide', 'slides/slide1.xml']]),
      'ppt/slides/slide1.xml': `<p:sld ${names}><p:cSld><p:spTree>${group}${shape}</p:spTree></p:cSld></p:sld>`,
    },
    { 'ppt/slides/slide1.xml': `${OFFICE}.presentationml.slide+xml` },
  );
}

type Parts = Readonly<Record<string, string>>;

/** Adds what every package has: content types (part 2, 10.1.2) and the relationship to the main part (9.3). */
export function ooxml(main: string, extension: keyof typeof MAIN_TYPES, parts: Parts, types: Parts = {}): Uint8Array {
  const overrides = Object.entries({ [main]: MAIN_TYPES[extension], ...types }).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  );
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>';
  const declared = Object.entries(parts).map(([name, content]) => [name, XML + content]);
  return packageOf({
    '[Content_Types].xml': `${XML}<Types xmlns="${NS}/package/2006/content-types">${defaults}${overrides.join('')}</Types>`,
    '_rels/.rels': XML + relations([['officeDocument', main]]),
    ...Object.fromEntries(declared),
  });
}

export function relations(rows: readonly (readonly [kind: string, target: string])[]): string {
  const all = rows.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${NS}/package/2006/relationships">${all.join('')}</Relationships>`;
}
