/** Title, author, programs and dates of XMP metadata (ISO 16684-1), for the entries that the information dictionary lacks. */
import { describe, expect, it } from 'vitest';
import { documentMetadata, openPdf } from '../../src/pdf/index.js';
import { deflated, type StreamBody, stream } from '../helpers/pdf-writer.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const XMP = 'xmlns:xmp="http://ns.adobe.com/xap/1.0/"';
const PDF = 'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"';
const EMPTY = { title: null, author: null, creator: null, producer: null, createdAt: null, modifiedAt: null };

const packet = (body: string) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${body}</rdf:RDF></x:xmpmeta>\n   \n<?xpacket end="w"?>`;
const description = (body: string, attributes = '') =>
  packet(`<rdf:Description rdf:about="" ${DC} ${XMP} ${PDF}${attributes}>${body}</rdf:Description>`);

const ELEMENTS = description(
  '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Größe &lt; 3 &#38; mehr</rdf:li></rdf:Alt></dc:title>' +
    '<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>' +
    '<xmp:CreatorTool>Writer</xmp:CreatorTool><pdf:Producer><![CDATA[Maker <2>]]></pdf:Producer>' +
    '<xmp:CreateDate>2024-05-06T07:08:09+02:00</xmp:CreateDate><xmp:ModifyDate>2024-05-07</xmp:ModifyDate>',
);
const VALUES = {
  title: 'Größe < 3 & mehr',
  author: 'Ann',
  creator: 'Writer',
  producer: 'Maker <2>',
  createdAt: '2024-05-06T05:08:09.000Z',
  modifiedAt: '2024-05-07T00:00:00.000Z',
};

const streamOf = (xml: string | Uint8Array) => stream(Buffer.from(xml), '/Type/Metadata/Subtype/XML');

async function metadataOf(metadata: StreamBody, info?: string) {
  const objects = { ...PAGE_OBJECTS, 1: '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>', 5: metadata };
  const { bytes } = info ? onePage({ objects: { ...objects, 6: info }, trailer: '/Info 6 0 R' }) : onePage({ objects });
  return documentMetadata(await openPdf(bytes));
}

describe('XMP metadata', () => {
  it.each<[what: string, xml: string | Uint8Array]>([
    ['elements', ELEMENTS],
    [
      'other prefixes',
      ELEMENTS.replace(/\b(rdf|dc|xmp|pdf|x)(?=:)/g, 'n$1')
        .replace(/xmlns:(?=rdf|dc|xmp|pdf|x=)/g, 'xmlns:n')
        .replace(/:(rdf|dc|xmp|pdf|x)=/g, ':n$1='),
    ],
    ['single quotes and white space in tags', ELEMENTS.replaceAll('"', "'").replace(/(<\/[\w:]+)>/g, '$1\n>')],
    ['look-alikes in comments', ELEMENTS.replace('<dc:title>', '<!-- <dc:title>Other</dc:title> --><dc:title>')],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${ELEMENTS}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${ELEMENTS}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from(ELEMENTS, 'utf16le')],
    ['UTF-8 with a byte order mark', `\ufeff${ELEMENTS}`],
  ])('is read from %s', async (_, xml) => {
    expect(await metadataOf(streamOf(xml))).toMatchObject(VALUES);
  });

  it('is read from attributes of a description', async () => {
    const xml = description('', ` pdf:Producer='Maker' xmp:CreatorTool="Writer"`);
    expect(await metadataOf(streamOf(xml))).toMatchObject({ ...EMPTY, producer: 'Maker', creator: 'Writer' });
  });

  it('is read from the description of the document only, and from its own namespaces only', async () => {
    const nested = `<dc:source><rdf:Description pdf:Producer="Other"><dc:title>Other</dc:title></rdf:Description></dc:source>`;
    const other = '<o:Producer xmlns:o="urn:other">Other</o:Producer>';
    expect(await metadataOf(streamOf(description(nested + other)))).toMatchObject(EMPTY);
  });

  it('gives way to the information dictionary', async () => {
    const metadata = await metadataOf(streamOf(ELEMENTS), '<</Title(Of the dictionary)/Author( )>>');
    expect(metadata).toMatchObject({ ...VALUES, title: 'Of the dictionary' });
  });

  it.each<[what: string, metadata: StreamBody]>([
    ['is cut off', streamOf(ELEMENTS.slice(0, -60))],
    ['is not XML', streamOf('Title: none')],
    ['is empty', streamOf('')],
    ['uses an undeclared prefix', streamOf(ELEMENTS.replace(DC, ''))],
    ['declares entities', streamOf(`<!DOCTYPE x [<!ENTITY e "x">]>${ELEMENTS.replace('Writer', '&e;')}`)],
    ['nests too deep', streamOf(description('<dc:a>'.repeat(100_000) + '</dc:a>'.repeat(100_000)))],
    ['is too large', deflated(ELEMENTS + ' '.repeat(2 << 20), '/Type/Metadata/Subtype/XML')],
  ])('that %s counts as absent', async (_, metadata) => {
    expect(await metadataOf(metadata)).toMatchObject({ ...EMPTY, pages: 1 });
  });
});
