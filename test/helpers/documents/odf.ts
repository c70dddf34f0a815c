/** The least of an OpenDocument file, as a package (ODF 1.3 part 2) and as one XML file (part 3, 3.1.2). */
import { escapeXml, packageOf, XML } from './package.js';

const URN = 'urn:oasis:names:tc:opendocument:xmlns';
const MEDIA_TYPE = 'application/vnd.oasis.opendocument';
const NAMES = [
  ...['office', 'text', 'table', 'style'].map(name => `xmlns:${name}="${URN}:${name}:1.0"`),
  `xmlns:draw="${URN}:drawing:1.0"`,
  `xmlns:presentation="${URN}:presentation:1.0"`,
  `xmlns:svg="${URN}:svg-compatible:1.0"`,
  `xmlns:fo="${URN}:xsl-fo-compatible:1.0"`,
  `xmlns:config="${URN}:config:1.0"`,
  `xmlns:number="${URN}:datastyle:1.0"`,
  `xmlns:of="${URN}:of:1.2"`,
  'office:version="1.3"',
].join(' ');

type Kind = 'text' | 'spreadsheet' | 'presentation' | 'graphics';

export function odf(type: Kind | `${Kind}-template`, text: string): Uint8Array {
  const kind = type.replace('-template', '') as Kind;
  const mediaType = `${MEDIA_TYPE}.${type}`;
  const entries = [
    ['/', mediaType],
    ['content.xml', 'text/xml'],
    ['styles.xml', 'text/xml'],
  ].map(([path, media]) => `<m:file-entry m:full-path="${path}" m:media-type="${media}"/>`);
  return packageOf(
    {
      mimetype: mediaType,
      'content.xml': `${XML}<office:document-content ${NAMES}>${bodyOf(kind, text)}</office:document-content>`,
      'styles.xml': `${XML}<office:document-styles ${NAMES}>${STYLES}</office:document-styles>`,
      'META-INF/manifest.xml': `${XML}<m:manifest xmlns:m="${URN}:manifest:1.0" m:version="1.3">${entries.join('')}</m:manifest>`,
    },
    'mimetype',
  );
}

export function flatOdf(kind: Kind, text: string): Uint8Array {
  const mediaType = `${MEDIA_TYPE}.${kind}`;
  const root = `<office:document ${NAMES} office:mimetype="${mediaType}">${STYLES}${bodyOf(kind, text)}</office:document>`;
  return Buffer.from(XML + root);
}

/** `tables`, the styles that they name, and office:settings, as XML. */
export function openSpreadsheet(tables: string, styles: string, settings: string): Uint8Array {
  const mediaType = `${MEDIA_TYPE}.spreadsheet`;
  const parts = ['content.xml', 'styles.xml', 'settings.xml'];
  const entries = [['/', mediaType], ...parts.map(part => [part, 'text/xml'])].map(
    ([path, media]) => `<m:file-entry m:full-path="${path}" m:media-type="${media}"/>`,
  );
  const body = `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
  return packageOf(
    {
      mimetype: mediaType,
      'content.xml': `${XML}<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles>${body}</office:document-content>`,
      'styles.xml': `${XML}<office:document-styles ${NAMES}>${A4}</office:document-styles>`,
      'settings.xml': `${XML}<office:document-settings ${NAMES}>${settings}</office:document-settings>`,
      'META-INF/manifest.xml': `${XML}<m:manifest xmlns:m="${URN}:manifest:1.0" m:version="1.3">${entries.join('')}</m:manifest>`,
    },
    'mimetype',
  );
}

/** As openSpreadsheet(), in one file. */
export function flatSpreadsheet(tables: string, styles: string, settings: string): Uint8Array {
  const all = A4.replace('<office:automatic-styles>', `<office:automatic-styles>${styles}`);
  const body = `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
  const root = `<office:document ${NAMES} office:mimetype="${MEDIA_TYPE}.spreadsheet">${settings}${all}${body}</office:document>`;
  return Buffer.from(XML + root);
}

/** A text with a field that prints the name of the file (ODF 1.3 part 3, 7.4.5). */
export function fileNameField(): Uint8Array {
  const field =
    '<office:text><text:p>This is <text:file-name text:display="name-and-extension"/></text:p></office:text>';
  const root = `<office:document ${NAMES} office:mimetype="${MEDIA_TYPE}.text">${STYLES}<office:body>${field}</office:body></office:document>`;
  return Buffer.from(XML + root);
}

/** Drawings and slides need a master page; the others take no notice. */
const STYLES =
  '<office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties ' +
  'fo:page-width="20cm" fo:page-height="15cm"/></style:page-layout></office:automatic-styles>' +
  '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="Page"/></office:master-styles>';

const A4 =
  '<office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties ' +
  'fo:page-width="21cm" fo:page-height="29.7cm"/></style:page-layout></office:automatic-styles>' +
  '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="Page"/></office:master-styles>';

function bodyOf(kind: Kind, text: string): string {
  const paragraph = `<text:p>${escapeXml(text)}</text:p>`;
  const bodies: Record<Kind, string> = {
    text: `<office:text>${paragraph}</office:text>`,
    spreadsheet: `<office:spreadsheet><table:table table:name="One"><table:table-row><table:table-cell office:value-type="string">${paragraph}</table:table-cell></table:table-row></table:table></office:spreadsheet>`,
    presentation: `<office:presentation>${pageOf(paragraph)}</office:presentation>`,
    graphics: `<office:drawing>${pageOf(paragraph)}</office:drawing>`,
  };
  return `<office:body>${bodies[kind]}</office:body>`;
}

function pageOf(paragraph: string): string {
  const frame = 'svg:x="2cm" svg:y="2cm" svg:width="14cm" svg:height="2cm"';
  return `<draw:page draw:name="One" draw:master-page-name="Default"><draw:frame ${frame}><draw:text-box>${paragraph}</draw:text-box></draw:frame></draw:page>`;
}
