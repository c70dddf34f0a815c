/** Packages: many parts, names, descriptions and embedded packages. */
import { documents } from '../documents.js';
import { editPackage } from '../edit-package.js';
import { type CostlyDocument, fill, inPart, numbered, times } from './document.js';
import { pngOf } from './plain.js';

const MAX_PARTS = 9000;

/** A Word document with further parts. */
const parts = (
  name: string,
  more: (size: number) => Readonly<Record<string, string | Uint8Array>>,
): CostlyDocument => ({
  name: `${name} (docx)`,
  file: 'document.docx',
  make: size => editPackage(documents.docx().bytes, more(size)),
});

/** As many parts of `length` bytes as make `size`. */
const many = (size: number, length: number, part: (i: number) => readonly [string, string | Uint8Array]) =>
  Object.fromEntries(times(Math.min(MAX_PARTS, Math.ceil(size / length)), part));

const TYPES = '[Content_Types].xml';
/** The largest description of a package is 4 MiB. */
const described = (size: number) => Math.min(size, 3_500_000);

export const PACKAGES: readonly CostlyDocument[] = [
  parts('small parts', size => many(size, 300, i => [`word/media/${i}.bin`, 'x'])),
  parts('small parts of markup', size => many(size, 300, i => [`word/p${i}.xml`, `<a><b c="${i}"/></a>`])),
  parts('parts of markup of 4 KB', size =>
    many(size, 4096, i => [`word/p${i}.xml`, `<a>${fill(4000 + (i % 9), '<b/>')}</a>`]),
  ),
  parts('small images', size => many(size, 300, i => [`word/media/${i}.png`, pngOf(1 + i, 2)])),
  parts('images with many segments', size =>
    many(size, 65_536, i => [
      `word/media/${i}.jpg`,
      Buffer.from(`\xff\xd8${fill(65_000 + i, '\xff\xe0\0\x02')}`, 'latin1'),
    ]),
  ),
  parts('TIFF with a large directory', size =>
    many(size, 800_000, i => [
      `word/media/${i}.tif`,
      Buffer.concat([Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'), Buffer.alloc(786_420 + i)]),
    ]),
  ),
  parts('long names', size => many(size, 60_000, i => [`word/${'n'.repeat(59_990)}${i}`, 'x'])),
  parts('names of backslashes', size => many(size, 60_000, i => [`word/${'\\'.repeat(59_990)}${i}`, 'x'])),
  parts('names of ".."', size => many(size, 300, i => [`word/${'../'.repeat(90)}${i}.xml`, '<a/>'])),
  parts('folders', size => many(size, 100, i => [`word/folder${i}/`, ''])),
  parts('embedded packages', size =>
    many(size, 2500, i => [`word/embeddings/${i}.docx`, documents.docx(`${i}`).bytes]),
  ),
  parts('embedded packages that are damaged', size =>
    many(size, 4096, i => [
      `word/embeddings/${i}.zip`,
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4080 + (i % 9))]),
    ]),
  ),
  parts('a part of zeros', size => ({ 'word/media/a.bin': Buffer.alloc(Math.min(size, 9_000_000)) })),
  parts('a part of markup behind white space', size => ({ 'word/other.xml': `${' '.repeat(size)}<a/>` })),
  inPart('docx', TYPES, 'content types', (text, size) =>
    text.replace(
      '</Types>',
      () =>
        `${numbered(described(size), i => `<Override PartName="/word/p${i}.xml" ContentType="application/xml"/>`)}</Types>`,
    ),
  ),
  inPart('docx', TYPES, 'content types of one name', (text, size) =>
    text.replace('</Types>', () => `${fill(described(size), '<Override PartName="/a" ContentType="b"/>')}</Types>`),
  ),
  inPart('docx', TYPES, 'content types with paths', (text, size) =>
    text.replace(
      '</Types>',
      () => `${fill(described(size), `<Override PartName="/${'../a/'.repeat(200)}" ContentType="b"/>`)}</Types>`,
    ),
  ),
  inPart('docx', TYPES, 'one name of a part', (text, size) =>
    text.replace('</Types>', () => `<Override PartName="/${fill(described(size), '../a/')}" ContentType="b"/></Types>`),
  ),
  inPart('docx', TYPES, 'content types with attributes', (text, size) =>
    text.replace('</Types>', () => `<Override ${numbered(described(size), i => `a${i}="" `)}/></Types>`),
  ),
  inPart('docx', TYPES, 'content types with namespaces', (text, size) =>
    text.replace(
      '</Types>',
      () => `<Override ${numbered(described(size), i => `xmlns:n${i}="u" n${i}:a="" `)}/></Types>`,
    ),
  ),
  inPart('docx', TYPES, 'nested namespaces', (text, size) =>
    text.replace(
      '</Types>',
      () =>
        `${fill(described(size), `${numbered(6000, i => `<a xmlns:n${i}="u">`)}${'</a>'.repeat(6000)}`.slice(0, 0) + times(300, i => `<a xmlns:n${i}="u" xmlns="${i}">`).join('') + '</a>'.repeat(300))}</Types>`,
    ),
  ),
  inPart('docx', TYPES, 'a comment', (text, size) => `${text}<!--${fill(described(size), '- ')}-->`),
  inPart('docx', TYPES, 'CDATA', (text, size) =>
    text.replace('</Types>', () => `<a><![CDATA[${fill(described(size), ']>')}]]></a></Types>`),
  ),
  inPart('docx', TYPES, 'an instruction', (text, size) => `${text}<?a ${fill(described(size), '? ')}?>`),
  inPart('docx', TYPES, 'character references', (text, size) =>
    text.replace('</Types>', () => `<a>${fill(described(size), '&#65;')}</a></Types>`),
  ),
  inPart('docx', TYPES, 'a reference that does not end', (text, size) =>
    text.replace('</Types>', () => `<a>&${fill(described(size), 'a')}</a></Types>`),
  ),
  inPart('docx', '_rels/.rels', 'relationships', (text, size) =>
    text.replace(
      '</Relationships>',
      () => `${numbered(described(size), i => `<Relationship Id="i${i}" Type="t" Target="a"/>`)}</Relationships>`,
    ),
  ),
  inPart('odt', 'META-INF/manifest.xml', 'file entries', (text, size) =>
    text.replace(
      '</m:manifest>',
      () =>
        `${numbered(described(size), i => `<m:file-entry m:full-path="Pictures/${i}" m:media-type=""/>`)}</m:manifest>`,
    ),
  ),
];
