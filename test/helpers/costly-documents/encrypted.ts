/** Encryption: key derivation and descriptions of it; landscape, for which docconv edits parts. */
import officeCrypto from 'officecrypto-tool';
import { documents, type FormatName } from '../documents.js';
import { editPackage } from '../edit-package.js';
import { type CostlyDocument, fill, numbered, times } from './document.js';

const URN = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';

const encryption = (salt: string, rounds: number, more = '') =>
  `<m:encryption-data m:checksum-type="SHA1/1K" m:checksum="${'A'.repeat(27)}="><m:algorithm m:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" m:initialisation-vector="${'A'.repeat(22)}=="/>${more}<m:key-derivation m:key-derivation-name="PBKDF2" m:key-size="32" m:iteration-count="${rounds}" m:salt="${salt}"/></m:encryption-data>`;

/** An ODT whose manifest names these encrypted parts. */
function encryptedOdt(parts: readonly (readonly [name: string, data: string])[]): Uint8Array {
  const entries = parts.map(
    ([name, data]) => `<m:file-entry m:full-path="${name}" m:media-type="">${data}</m:file-entry>`,
  );
  const contents = Object.fromEntries(parts.map(([name]) => [name, Buffer.alloc(1024, 7)]));
  return editPackage(documents.odt().bytes, {
    ...contents,
    'META-INF/manifest.xml': `<m:manifest xmlns:m="${URN}"><m:file-entry m:full-path="/" m:media-type="application/vnd.oasis.opendocument.text"/>${entries.join('')}</m:manifest>`,
  });
}

const salt = (i: number) => Buffer.from(String(i).padStart(16, '0')).toString('base64');
const locked = (name: string, make: (size: number) => Uint8Array, file = 'document.odt'): CostlyDocument => ({
  name: `${name} (${file.split('.').at(-1)})`,
  file,
  make,
  password: 'a',
});

/** The document turned, with a part of about `size` bytes. */
const turned = (
  format: FormatName,
  part: string,
  name: string,
  change: (text: string, size: number) => string,
): CostlyDocument => ({
  name: `landscape: ${name} (${format})`,
  file: `document.${format}`,
  make: size => editPackage(documents[format]().bytes, { [part]: text => change(text, size) }),
  landscape: true,
});
const MAIN = 'word/document.xml';
const SHEET = 'xl/worksheets/sheet1.xml';

export const ENCRYPTED: readonly CostlyDocument[] = [
  locked('key rounds', size => encryptedOdt([['content.xml', encryption(salt(1), size)]])),
  locked('parts with their own keys', size =>
    encryptedOdt(times(Math.ceil(size / 2048), i => [`p${i}`, encryption(salt(i), 1000)])),
  ),
  locked('a long salt', size =>
    encryptedOdt([['content.xml', encryption(fill(Math.min(size, 3_500_000), 'AAAA'), 1000)]]),
  ),
  locked('many algorithms', size =>
    encryptedOdt([['content.xml', encryption(salt(1), 1000, fill(Math.min(size, 3_500_000), '<m:algorithm/>'))]]),
  ),
  locked('encrypted parts that are missing', size =>
    editPackage(documents.odt().bytes, {
      'META-INF/manifest.xml': `<m:manifest xmlns:m="${URN}">${numbered(Math.min(size, 3_500_000), i => `<m:file-entry m:full-path="m${i}">${encryption(salt(i), 1)}</m:file-entry>`)}</m:manifest>`,
    }),
  ),
  locked(
    'agile encryption',
    size =>
      officeCrypto.encrypt(
        Buffer.from(
          editPackage(documents.docx().bytes, {
            'word/a.xml': `<a>${numbered(size, i => `<b c="${(i * 7919) % 10_007}"/>`)}</a>`,
          }),
        ),
        { password: 'a' },
      ),
    'document.docx',
  ),
  turned('docx', MAIN, 'sections', (text, size) =>
    text.replace(
      '</w:body>',
      () =>
        `${fill(Math.min(size, 1_000_000), '<w:p><w:pPr><w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr></w:pPr></w:p>')}</w:body>`,
    ),
  ),
  turned('docx', MAIN, 'text', (text, size) =>
    text.replace('</w:body>', () => `${fill(size, '<w:p><w:r><w:t>Lorem ipsum</w:t></w:r></w:p>')}</w:body>`),
  ),
  turned('docx', MAIN, 'elements', (text, size) => text.replace('</w:body>', () => `${fill(size, '<w:a/>')}</w:body>`)),
  turned('docx', MAIN, 'attributes', (text, size) =>
    text.replace('</w:body>', () => `<w:p ${numbered(size, i => `a${i}="" `)}/></w:body>`),
  ),
  turned('xlsx', SHEET, 'page setups', (text, size) =>
    text.replace('</worksheet>', () => `${fill(size, '<pageSetup/>')}</worksheet>`),
  ),
  turned('xlsx', SHEET, 'attributes of a page setup', (text, size) =>
    text.replace('</worksheet>', () => `<pageSetup ${numbered(size, i => `a${i}="" `)}/></worksheet>`),
  ),
  turned('ods', 'styles.xml', 'page layouts', (text, size) =>
    text.replace(/<style:page-layout .*<\/style:page-layout>/, layout => fill(size, layout)),
  ),
];
