/** Markup: declarations, comments, tags and text. */
import { type CostlyDocument, fill, inPart, numbered, plain } from './document.js';

const afterDeclaration = (text: string, inserted: string) => {
  const at = text.startsWith('<?') ? text.indexOf('?>') + 2 : 0;
  return text.slice(0, at) + inserted + text.slice(at);
};
/** Before the root element of the main part. */
const prolog = (name: string, content: (size: number) => string): CostlyDocument[] => [
  inPart('odt', 'content.xml', name, (text, size) => afterDeclaration(text, content(size))),
  plain('svg', name, size => `<?xml version="1.0"?>${content(size)}<svg xmlns="http://www.w3.org/2000/svg"/>`),
];
/** Within a paragraph of Word. */
const inBody = (name: string, content: (size: number) => string) =>
  inPart('docx', 'word/document.xml', name, (text, size) =>
    text.replace('</w:body>', () => `${content(size)}</w:body>`),
  );
const inHtml = (name: string, content: (size: number) => string) =>
  plain('html', name, size => `<!DOCTYPE html><html><body>${content(size)}</body></html>`);
const doctype = (subset: string) => `<!DOCTYPE a [${subset}]>`;
/** A DOCTYPE as large as allowed, and content that uses its entities. */
const entities = (name: string, subset: string, content: (size: number) => string) =>
  plain('svg', name, size => `${doctype(subset)}<svg xmlns="http://www.w3.org/2000/svg">${content(size)}</svg>`);

export const MARKUP: readonly CostlyDocument[] = [
  ...prolog('DOCTYPE of ">"', size => doctype(fill(size, '>'))),
  ...prolog('DOCTYPE of quotes and ">"', size => doctype(fill(size, `">'>`))),
  ...prolog('DOCTYPE of "]" and spaces', size => doctype(fill(size, ']      >'))),
  ...prolog('comment of ">"', size => `<!--${fill(size, '>')}-->`),
  ...prolog('comment of "->"', size => `<!--${fill(size, '- >')}-->`),
  ...prolog('comments', size => fill(size, '<!---->')),
  ...prolog('instruction of ">"', size => `<?x ${fill(size, '>')}?>`),
  ...prolog('instructions', size => fill(size, '<?x?>')),
  ...prolog('entity declarations', size => doctype(numbered(size, i => `<!ENTITY e${i} "x">`))),
  ...prolog('entity declarations, each with the one before', size =>
    doctype(numbered(size, i => `<!ENTITY e${i} "&e${i - 1};">`)),
  ),
  ...prolog('entity of references', size => doctype(`<!ENTITY a "x"><!ENTITY b "${fill(size, '&a;')}">`)),
  ...prolog('the words "<!ENTITY " alone', size => doctype(fill(size, '<!ENTITY '))),
  ...prolog('an entity declaration of spaces', size => doctype(`<!ENTITY${' '.repeat(size)}`)),
  ...prolog('entity names that do not end', size => doctype(fill(size, '<!ENTITY aaaaaaaaaaaaaaaaaaaa '))),
  ...prolog('attribute lists', size => doctype(numbered(size, i => `<!ATTLIST a a${i} CDATA "x">`))),
  ...prolog('declarations that are none', size => fill(size, '<!a>')),
  entities('references to an entity', '<!ENTITY a "">', size => fill(size, '&a;')),
  entities('references in attributes', '<!ENTITY a "">', size => fill(size, '<g id="&a;&a;&a;&a;"/>')),
  inBody('CDATA of ">"', size => `<w:p><![CDATA[${fill(size, '>')}]]></w:p>`),
  inBody('CDATA of "]>"', size => `<w:p><![CDATA[${fill(size, ']>')}]]></w:p>`),
  inBody('CDATA sections', size => fill(size, '<![CDATA[]]>')),
  inBody('a comment that does not end', size => `<!--${fill(size, ' >')}`),
  inBody('empty elements', size => fill(size, '<a/>')),
  inBody('elements', size => fill(size, '<a></a>')),
  inBody('elements with namespaces', size => numbered(size, i => `<n${i}:a xmlns:n${i}="urn:${i}"/>`)),
  inBody('nested elements', size => fill(size, `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`)),
  inBody('start tags in pairs with other end tags', size => fill(size, '<w:p></b></w:p></b><w:p></a>')),
  inBody('one tag of attributes', size => `<w:p ${numbered(size, i => `a${i}="" `)}/>`),
  inBody('one attribute', size => `<w:p a="${fill(size, '>')}"/>`),
  inBody('an attribute that does not end', size => `<w:p a="${fill(size, "' >")}`),
  inBody('one tag of quotes', size => `<w:p ${fill(size, `""''`)}/>`),
  inBody('one long name', size => `<w:${'a'.repeat(size)}/>`),
  inBody('one long name without an end', size => `<w:${'a'.repeat(size)}`),
  inBody('table cells with attributes', size => fill(Math.min(size, 1_000_000), `<w:tc a="${'='.repeat(900)}"/>`)),
  inBody('"<" alone', size => fill(size, '<')),
  inBody('references without a declaration', size => fill(size, '<w:t>&a;</w:t>')),
  inBody('white space', size => fill(size, ' \n<a/>\t')),
  inPart('docx', 'word/document.xml', 'UTF-16', (text, size) =>
    Buffer.from(
      `\ufeff${text.replace('UTF-8', 'UTF-16').replace('</w:body>', () => `${fill(size / 2, '<w:p></w:p>')}</w:body>`)}`,
      'utf16le',
    ),
  ),
  inPart('odt', 'content.xml', 'UTF-16 with a comment of ">"', (text, size) =>
    Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}<!--${fill(size / 2, '>')}-->`, 'utf16le').swap16(),
  ),
  inPart('ods', 'content.xml', 'cells with repeats', (text, size) =>
    text.replace(
      '</table:table>',
      () =>
        `${fill(size, '<table:table-row><table:table-cell table:number-columns-repeated="2"/></table:table-row>')}</table:table>`,
    ),
  ),
  inPart('xlsx', 'xl/worksheets/sheet1.xml', 'cells', (text, size) =>
    text.replace(
      '</sheetData>',
      () => `${numbered(size, i => `<row r="${i + 2}"><c r="A${i + 2}"><v>1</v></c></row>`)}</sheetData>`,
    ),
  ),
  inHtml('paragraphs without an end', size => fill(size, '<p>x')),
  inHtml('text', size => fill(size, 'lorem <b>ipsum</b> dolor ')),
  inHtml('http-equiv and spaces', size => `<meta http-equiv=${' '.repeat(size)}>`),
  inHtml('http-equiv, white space and quotes', size => fill(size, `http-equiv${' '.repeat(1000)}=${' '.repeat(1000)}`)),
  inHtml('http-equiv', size => fill(size, '<meta http-equiv=x>')),
  plain('fodt', 'embedded images', size => {
    const data = `<office:binary-data>${fill(900, 'iVBORw0KGgo')}</office:binary-data>`;
    return `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:mimetype="application/vnd.oasis.opendocument.text">${fill(size, data)}</office:document>`;
  }),
  plain(
    'svg',
    'groups that use each other',
    size =>
      `<svg xmlns="http://www.w3.org/2000/svg">${numbered(size, i => `<g id="g${i}"><use href="#g${i + 7}"/><path fill="url(#g${i + 9})"/></g>`)}</svg>`,
  ),
  plain(
    'svg',
    'a path of many points',
    size => `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0${fill(size, ' L1 1')}"/></svg>`,
  ),
];
