/** Documents with hidden content. */
import { edited, openTextWith, sheetWith, slideWith, wordWith } from '../../../helpers/documents/with.js';
import { documents, type Fixture } from '../../../helpers/documents.js';

/** The word that is hidden. */
export const SECRET = 'SECRET';
export const run = (properties = '') => `<w:r>${properties}<w:t>${SECRET}</w:t></w:r>`;
export const p = (content: string) => `<w:p>${content}</w:p>`;
export const row = (properties: string, content: string) =>
  `<w:tr>${properties}<w:tc><w:tcPr/>${p(content)}</w:tc></w:tr>`;
export const table = (rows: string) => `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid>${rows}</w:tbl>`;
export const vml = (style: string) =>
  p(
    `<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:30pt${style}"><v:textbox><w:txbxContent>${p(run())}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
  );
export const shape = (attribute: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="h"${attribute}/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="4000000" cy="800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${SECRET}</a:t></a:r></a:p></p:txBody></p:sp>`;
export const html = (body: string): Fixture => ({
  name: 'a.html',
  bytes: Buffer.from(`<html><body>${body}<p>x</p></body></html>`),
  text: '',
});
export const svg = (content: string): Fixture => ({
  name: 'a.svg',
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="99"><rect width="9" height="9"/>${content}</svg>`,
  ),
  text: '',
});
export const svgText = (attributes = '') => `<g class="a"><text x="9" y="50"${attributes}>${SECRET}</text></g>`;
const collapsed = (visibility: string): Fixture =>
  edited(documents.ods(SECRET), {
    'content.xml': xml =>
      xml.replace(
        '<table:table-row',
        `<table:table-row><table:table-cell office:value-type="string"><text:p>k</text:p></table:table-cell></table:table-row><table:table-row ${visibility}`,
      ),
  });
const hiddenParagraph = (condition: string, prefix = 'ooow', namespace = 'http://openoffice.org/2004/writer') =>
  openTextWith(
    `<text:p xmlns:${prefix}="${namespace}"><text:hidden-paragraph text:condition="${condition}" text:is-hidden="true"/>${SECRET}</text:p>`,
  );
const cell = `<c t="inlineStr"><is><t>${SECRET}</t></is></c>`;

/** `hidden`: the detail of the warning; null where LibreOffice hides the content as well. */
export const HIDDEN_CASES: readonly (readonly [name: string, document: Fixture, hidden: string | null])[] = [
  ['text of Word', wordWith(p(run('<w:rPr><w:vanish/></w:rPr>'))), null],
  ['a table row of Word', wordWith(table(row('<w:trPr><w:hidden/></w:trPr>', run()) + row('', ''))), 'table rows'],
  ['a shape of Word', wordWith(vml(';visibility:hidden')), 'shapes'],
  ['a shape of a slide', slideWith(shape(' hidden="1"')), null],
  [
    'a row of Excel',
    edited(sheetWith(cell), { 'xl/worksheets/sheet1.xml': xml => xml.replace('<row>', '<row hidden="1">') }),
    null,
  ],
  ['a row of OpenDocument', collapsed('table:visibility="collapse"'), null],
  [
    'a section',
    openTextWith(`<text:section text:name="a" text:display="none"><text:p>${SECRET}</text:p></text:section>`),
    null,
  ],
  ['a paragraph of OpenDocument', hiddenParagraph('ooow:1 EQ 1'), null],
  ['a paragraph of OpenDocument, another prefix', hiddenParagraph('w:1 EQ 1', 'w'), null],
  [
    'a paragraph of OpenDocument, many namespaces',
    edited(hiddenParagraph('ooow:1 EQ 1', 'other'), {
      'content.xml': xml =>
        xml.replace(
          '<office:document-content ',
          `$&xmlns:long="${'x'.repeat(1024)}" xmlns:ooow="http://openoffice.org/2004/writer" `,
        ),
    }),
    null,
  ],
  ['a paragraph of OpenDocument, a variable that is not known', hiddenParagraph('ooow:unknown EQ 1'), null],
  ['a paragraph of OpenDocument, a condition without a prefix', hiddenParagraph('1 EQ 1'), 'paragraphs'],
  ['a paragraph of OpenDocument, no condition', hiddenParagraph(''), 'paragraphs'],
  ['a paragraph of OpenDocument, a prefix that is not declared', hiddenParagraph('ooo:1 EQ 1'), 'paragraphs'],
  [
    'a paragraph of OpenDocument, another language',
    hiddenParagraph('ooow:1 EQ 1', 'ooow', 'http://openoffice.org/2004/calc'),
    'paragraphs',
  ],
  ['an element of HTML', html(`<p hidden>${SECRET}</p>`), 'elements'],
  ['an element of HTML by its style', html(`<div STYLE="color:red; display : none">${SECRET}</div>`), 'elements'],
  ['a dialog of HTML that is not open', html(`<dialog class="x open y"><p>${SECRET}</p></dialog>`), 'elements'],
  ['a template of HTML', html(`<template><p>${SECRET}</p></template>`), 'elements'],
  [
    'an element of HTML by a style sheet',
    html(`<style>.menu, #x { display: none }</style><p class="a menu">${SECRET}</p>`),
    'elements',
  ],
  [
    'an element of HTML by a style sheet in the marks of a comment',
    html(`<style>\n<!--\n.a{display:none}\n--></style><p class=a>${SECRET}</p>`),
    'elements',
  ],
  [
    'an element of HTML behind a style sheet whose mark does not end',
    html(`<style><!-- p { color: red } </style><p hidden>${SECRET}</p>`),
    'elements',
  ],
  [
    'a transparent element of HTML',
    html(`<STYLE>div > p { opacity: 0.0 }</STYLE><div><p><b>${SECRET}</b></p></div>`),
    'elements',
  ],
  [
    'an element that is not printed',
    html(`<style>@media print { nav p { visibility: hidden } }</style><nav><p>${SECRET}</nav>`),
    'elements',
  ],
  [
    'an element of SVG by a style sheet',
    svg(`<style>.a text { display: none }</style>${svgText()}`),
    'elements of an SVG picture',
  ],
  [
    'a group of SVG by a style sheet',
    svg(`<style>.a { display: none }</style>${svgText()}`),
    'elements of an SVG picture',
  ],
  ['an element of SVG', svg(`<style>.b { display: none }</style>${svgText(' display="none"')}`), null],
  ['an invisible element of SVG', svg(`<style>.b { visibility: hidden }</style>${svgText(' class="b"')}`), null],
  ['a field of a form', html(`<form><input type="hidden" value="${SECRET}"></form>`), null],
];
