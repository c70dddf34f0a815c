/** Documents that print what LibreOffice keeps of earlier documents of its process. */
import { flatOdf } from './odf.js';
import { openTextWith, wordWith } from './with.js';

const TIME = '2024-01-02T03:04:05';

/** A Word document with an insertion by this author. */
export function insertedBy(author: string) {
  const insertion = `<w:ins w:id="1" w:author="${author}" w:date="${TIME}Z"><w:r><w:t>added</w:t></w:r></w:ins>`;
  return { ...wordWith(`<w:p><w:r><w:t>Kept, </w:t></w:r>${insertion}</w:p>`), name: `inserted-by-${author}.docx` };
}

/** An OpenDocument text with a comment and a deletion by this author. */
export function deletedBy(author: string) {
  const by = `<dc:creator>${author}</dc:creator><dc:date>${TIME}</dc:date>`;
  const region = `<text:changed-region text:id="c"><text:deletion><office:change-info>${by}</office:change-info><text:p>deleted </text:p></text:deletion></text:changed-region>`;
  const comment = `<office:annotation>${by}<text:p>So?</text:p></office:annotation>`;
  return flat(
    'text',
    `<text:tracked-changes>${region}</text:tracked-changes><text:p>Kept <text:change text:change-id="c"/>and${comment} more</text:p>`,
    `deleted-by-${author}.fodt`,
  );
}

/** A Swedish workbook puts "ö" behind "z". */
export function compared() {
  const formula = 'of:=IF(&quot;ö&quot;&lt;&quot;z&quot;;&quot;before&quot;;&quot;behind&quot;)';
  const cell = `<table:table-cell table:formula="${formula}"/>`;
  return flat(
    'spreadsheet',
    `<table:table table:name="One"><table:table-row>${cell}</table:table-row></table:table>`,
    'compared.fods',
  );
}

/** Default tab stops are 0.5 inch apart with the locale en-US, and 1.25 cm with others. */
export function tabbed() {
  const text = '<draw:text-box><text:p>a<text:tab/>b<text:tab/>c</text:p></draw:text-box>';
  const frame = `<draw:frame svg:x="2cm" svg:y="2cm" svg:width="14cm" svg:height="2cm">${text}</draw:frame>`;
  return flat(
    'presentation',
    `<draw:page draw:name="One" draw:master-page-name="Default">${frame}</draw:page>`,
    'tabs.fodp',
  );
}

/** LibreOffice prints the addresses of relative links with the folder of the document. */
export function linked() {
  return { name: 'linked.html', bytes: Buffer.from('<html><body><p><a href="other.html">other</a></p></body></html>') };
}

const OBJECT = 'Object 1';

/** A text with the formula "x %mine", whose settings define the symbol %mine as this character, or do not define it. */
export function withSymbol(character: string | null) {
  const item = (name: string, type: string, value: string | number) =>
    `<config:config-item config:name="${name}" config:type="${type}">${value}</config:config-item>`;
  const entry =
    ['Name', 'ExportName', 'SymbolSet'].map(name => item(name, 'string', 'mine')).join('') +
    item('Character', 'int', character?.codePointAt(0) ?? 0) +
    item('FontName', 'string', 'Liberation Serif') +
    ['CharSet', 'Family', 'Pitch', 'Weight', 'Italic'].map(name => item(name, 'short', 0)).join('');
  const symbols = `<config:config-item-map-indexed config:name="Symbols"><config:config-item-map-entry>${entry}</config:config-item-map-entry></config:config-item-map-indexed>`;
  const frame = `<text:p><draw:frame xmlns:xlink="http://www.w3.org/1999/xlink" text:anchor-type="as-char" svg:width="4cm" svg:height="2cm"><draw:object xlink:href="./${OBJECT}" xlink:type="simple"/></draw:frame></text:p>`;
  const listed = ['', 'content.xml', 'settings.xml'].map(
    (part, i) =>
      `<m:file-entry m:full-path="${OBJECT}/${part}" m:media-type="${i ? 'text/xml' : 'application/vnd.oasis.opendocument.formula'}"/>`,
  );
  return {
    ...openTextWith(frame, '', {
      [`${OBJECT}/content.xml`]:
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi><annotation encoding="StarMath 5.0">x %mine</annotation></semantics></math>',
      [`${OBJECT}/settings.xml`]: `<office:document-settings xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0" office:version="1.3"><office:settings><config:config-item-set config:name="ooo:configuration-settings">${item('BaseFontHeight', 'short', 12)}${character === null ? '' : symbols}</config:config-item-set></office:settings></office:document-settings>`,
      'META-INF/manifest.xml': xml => xml.replace('</m:manifest>', `${listed.join('')}</m:manifest>`),
    }),
    name: `symbol-${character}.odt`,
  };
}

function flat(kind: Parameters<typeof flatOdf>[0], body: string, name: string) {
  const [start, end] = Buffer.from(flatOdf(kind, ''))
    .toString()
    .split(/(?<=<office:body><office:\w+>).*(?=<\/office:\w+><\/office:body>)/s);
  const names = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
  return {
    name,
    bytes: Buffer.from(`${start!.replace('<office:document ', `<office:document ${names} `)}${body}${end}`),
  };
}
