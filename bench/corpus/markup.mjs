/** Flat OpenDocument files, from the XML of their body, their styles and their pages. */
const URN = 'urn:oasis:names:tc:opendocument:xmlns';
const NAMES = [
  ...['office', 'text', 'table', 'style', 'presentation', 'chart', 'manifest'].map(
    name => `xmlns:${name}="${URN}:${name}:1.0"`,
  ),
  `xmlns:draw="${URN}:drawing:1.0" xmlns:svg="${URN}:svg-compatible:1.0" xmlns:fo="${URN}:xsl-fo-compatible:1.0"`,
  `xmlns:number="${URN}:datastyle:1.0" xmlns:of="${URN}:of:1.2" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"',
].join(' ');

/** `layout`: attributes of the page; `page`: content of the master page; `automatic` and `common`: styles. */
export function flat(
  kind,
  body,
  { automatic = '', common = '', layout = '', inLayout = '', page = '', declared = '' } = {},
) {
  const size =
    kind === 'presentation'
      ? 'fo:page-width="28cm" fo:page-height="15.75cm"'
      : 'fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"';
  const format = layout || size;
  const layouts = `<style:page-layout style:name="PL"><style:page-layout-properties ${format}/>${inLayout}</style:page-layout>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${NAMES} office:mimetype="application/vnd.oasis.opendocument.${kind}">` +
    `<office:styles>${kind === 'presentation' ? '' : DEFAULTS}${common}</office:styles>` +
    `<office:automatic-styles>${layouts}${automatic}</office:automatic-styles>` +
    `<office:master-styles><style:master-page style:name="${kind === 'spreadsheet' ? 'Default' : 'Standard'}" style:page-layout-name="PL">${page}</style:master-page>${declared}</office:master-styles>` +
    `<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`
  );
}

const FONT = 'fo:font-family="\'Liberation Serif\'" fo:font-size="12pt" fo:language="en" fo:country="US"';
const DEFAULTS = ['paragraph', 'table-cell']
  .map(family => `<style:default-style style:family="${family}"><style:text-properties ${FONT}/></style:default-style>`)
  .join('');

/** Without a height, headers and footers leave no room for what is on the page. */
export const MARGIN_HEIGHTS = ['header', 'footer']
  .map(kind => `<style:${kind}-style><style:header-footer-properties fo:min-height="1cm"/></style:${kind}-style>`)
  .join('');

/** An automatic style, with properties by their kind. */
export function style(family, name, properties, more = '') {
  const all = Object.entries(properties).map(([kind, attributes]) =>
    attributes.startsWith('<')
      ? `<style:${kind}-properties>${attributes}</style:${kind}-properties>`
      : `<style:${kind}-properties ${attributes}/>`,
  );
  return `<style:style style:name="${name}" style:family="${family}" ${more}>${all.join('')}</style:style>`;
}

export const p = (text, name = '') => `<text:p${name && ` text:style-name="${name}"`}>${text}</text:p>`;
export const span = (text, name) => `<text:span text:style-name="${name}">${text}</text:span>`;

const SENTENCES = [
  'The committee met on the third floor to discuss the annual figures.',
  'Every quotation was checked twice before the report went to print.',
  'Costs rose by four percent, while revenue stayed where it was.',
  'A short walk along the river leads to the old mill and its garden.',
  'Nothing in this paragraph is remarkable, and that is its purpose.',
];
/** The same words at every call. */
export function words(count, first = 0) {
  return Array.from({ length: count }, (_, i) => SENTENCES[(i + first) % SENTENCES.length]).join(' ');
}

export const range = count => Array.from({ length: count }, (_, i) => i);

/** Pictures of two colours: 64 by 48 pixels, as PNG. */
export function picture(png, attributes) {
  const data = `<draw:image><office:binary-data>${png.toString('base64')}</office:binary-data></draw:image>`;
  return `<draw:frame ${attributes}>${data}</draw:frame>`;
}

/** A chart with its own table: columns, lines or a pie. */
export function chart(kind, attributes) {
  const rows = [
    ['', 'North', 'South'],
    ['2021', 4, 7],
    ['2022', 6, 5],
    ['2023', 9, 8],
  ];
  const cell = value =>
    typeof value === 'number'
      ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  const table = rows.map(row => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
  const series = ['B', 'C'].map(
    column =>
      `<chart:series chart:values-cell-range-address="local-table.${column}2:.${column}4" chart:label-cell-address="local-table.${column}1"/>`,
  );
  const plot =
    `<chart:plot-area svg:x="1cm" svg:y="1cm" svg:width="7cm" svg:height="4cm"><chart:axis chart:dimension="x"><chart:categories table:cell-range-address="local-table.A2:.A4"/></chart:axis>` +
    `<chart:axis chart:dimension="y"/>${series.join('')}</chart:plot-area>`;
  const content =
    `<office:document office:mimetype="application/vnd.oasis.opendocument.chart"><office:body><office:chart><chart:chart svg:width="10cm" svg:height="6cm" chart:class="chart:${kind}">` +
    `<chart:title><text:p>Sales by year</text:p></chart:title><chart:legend chart:legend-position="end"/>${plot}<table:table table:name="local-table">${table}</table:table></chart:chart></office:chart></office:body></office:document>`;
  return `<draw:frame ${attributes} svg:width="10cm" svg:height="6cm"><draw:object>${content}</draw:object></draw:frame>`;
}
