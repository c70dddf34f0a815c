import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import officeCrypto from 'officecrypto-tool';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { encryptedAgile } from '../../helpers/documents/agile.js';

const PASSWORD = 'sésame, öffne dich';
const MIMETYPE = 'application/vnd.oasis.opendocument.text';
const CONTENT =
  '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">Hello</office:document-content>';
const SALT = Buffer.alloc(16, 7);
const IV = Buffer.alloc(16, 9);
const ITERATIONS = 1000;

/** An ODT as LibreOffice encrypts it (ODF 1.3 part 2, 4.8): the entry packed, padded, AES-256-CBC, PBKDF2. */
function encryptedOdt(algorithm = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'): Uint8Array {
  const packed = deflateRawSync(CONTENT);
  const start = createHash('sha256').update(PASSWORD).digest();
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(start, SALT, ITERATIONS, 32, 'sha1'), IV);
  const data = Buffer.concat([cipher.update(packed), cipher.final()]);
  const checksum = createHash('sha256').update(packed.subarray(0, 1024)).digest('base64');
  const files: Zippable = {
    mimetype: [strToU8(MIMETYPE), { level: 0 }],
    'content.xml': [data, { level: 0 }],
    'META-INF/manifest.xml': strToU8(`<?xml version="1.0"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
 <manifest:file-entry manifest:full-path="/" manifest:media-type="${MIMETYPE}"/>
 <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="${CONTENT.length}">
  <manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="${checksum}">
   <manifest:algorithm manifest:algorithm-name="${algorithm}" manifest:initialisation-vector="${IV.toString('base64')}"/>
   <manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${ITERATIONS}" manifest:salt="${SALT.toString('base64')}"/>
   <manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/>
  </manifest:encryption-data>
 </manifest:file-entry>
</manifest:manifest>`),
  };
  return zipSync(files);
}

describe('an encrypted ODF document', () => {
  it('opens with its password, as a package without encryption', async () => {
    const { format, bytes } = await prepareDocument(encryptedOdt(), { name: 'a.odt', password: PASSWORD });
    const files = unzipSync(bytes);
    expect(format.name).toBe('odt');
    expect(Object.keys(files)[0]).toBe('mimetype');
    expect(Buffer.from(files['content.xml']!).toString()).toBe(CONTENT);
    expect(Buffer.from(files['META-INF/manifest.xml']!).toString()).not.toContain('encryption');
  });

  it.each([
    ['no password', undefined, 'PASSWORD_NEEDED'],
    ['a wrong one', 'sesame', 'WRONG_PASSWORD'],
  ])('refuses %s', async (_what, password, code) => {
    await expect(prepareDocument(encryptedOdt(), { name: 'a.odt', password })).rejects.toMatchObject({ code });
  });

  it('is ENCRYPTION_UNSUPPORTED with another encryption method', async () => {
    const gcm = encryptedOdt('http://www.w3.org/2009/xmlenc11#aes256-gcm');
    await expect(prepareDocument(gcm, { password: PASSWORD })).rejects.toMatchObject({
      code: 'ENCRYPTION_UNSUPPORTED',
    });
  });

  it('names another method without its control characters, cut', async () => {
    const other = encryptedOdt(`urn:x#A&#10;&#x9b;31m${'x'.repeat(500)}`);
    await expect(prepareDocument(other, { password: PASSWORD })).rejects.toMatchObject({
      code: 'ENCRYPTION_UNSUPPORTED',
      message: expect.stringMatching(/A31mx{36}(?!x)/),
    });
  });
});

/** A minimal Word document. */
function docx(): Uint8Array {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return zipSync({
    '[Content_Types].xml': strToU8(`<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`),
    '_rels/.rels': strToU8(
      `<Relationships><Relationship Id="r" Type="${relationship}" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': strToU8('<w:document xmlns:w="urn:w"><w:body/></w:document>'),
  });
}

/** Without `type` the library writes agile encryption. */
function encryptedOffice(plain: Buffer, type: 'agile' | 'standard', password = PASSWORD): Buffer {
  return officeCrypto.encrypt(plain, type === 'agile' ? { password } : { password, type });
}

describe.each(['agile', 'standard'] as const)('an OOXML document with %s encryption', type => {
  const encrypted = encryptedOffice(Buffer.from(docx()), type);

  it('opens with its password', async () => {
    const { format, bytes } = await prepareDocument(encrypted, { name: 'a.docx', password: PASSWORD });
    expect(format.name).toBe('docx');
    expect(Buffer.from(unzipSync(bytes)['word/document.xml']!).toString()).toContain('w:body');
  });

  it.each([
    ['no password', undefined, 'PASSWORD_NEEDED'],
    ['a wrong one', 'sesame', 'WRONG_PASSWORD'],
  ])('refuses %s', async (_what, password, code) => {
    await expect(prepareDocument(encrypted, { name: 'a.docx', password })).rejects.toMatchObject({ code });
  });
});

describe('agile encryption of an OOXML document', () => {
  it.each([
    ['AES', 192, 'SHA384'],
    ['AES', 128, 'SHA1'],
    ['AES', 256, 'SHA-512'],
    ['3DES', 192, 'SHA1'],
    ['3DES_112', 128, 'SHA1'],
  ])('by %s with %d bits and %s opens', async (cipher, bits, hash) => {
    const bytes = encryptedAgile(docx(), { cipher, bits, hash }, PASSWORD);
    expect((await prepareDocument(bytes, { name: 'a.docx', password: PASSWORD })).format.name).toBe('docx');
    await expect(prepareDocument(bytes, { name: 'a.docx', password: 'sesame' })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    });
  });

  it.each([
    ['DES', 64, 'SHA1', 'CBC'],
    ['RC2', 128, 'SHA1', 'CBC'],
    ['AES', 128, 'SHA1', 'CFB'],
    ['AES', 128, 'WHIRLPOOL', 'CBC'],
  ])('by %s with %d bits, %s and %s is named', async (cipher, bits, hash, chaining) => {
    const bytes = encryptedAgile(docx(), { cipher, bits, hash, chaining }, PASSWORD);
    await expect(prepareDocument(bytes, { name: 'a.docx', password: PASSWORD })).rejects.toMatchObject({
      code: 'ENCRYPTION_UNSUPPORTED',
      message: expect.stringContaining([cipher, bits, chaining, hash].join(' ')),
    });
  });

  it('by a method with control characters is named without them, cut', async () => {
    const cipher = `A&#10;&#x9b;31m${'x'.repeat(500)}`;
    const bytes = encryptedAgile(docx(), { cipher, bits: 128, hash: 'SHA1' }, PASSWORD);
    await expect(prepareDocument(bytes, { name: 'a.docx', password: PASSWORD })).rejects.toMatchObject({
      code: 'ENCRYPTION_UNSUPPORTED',
      message: expect.stringMatching(/A31mx{36}(?!x)/),
    });
  });

  const blank = (_: string, name: string, value: string) => `${name}=""${' '.repeat(value.length)}`;

  it.each<[string, (text: string) => string]>([
    ['no key', text => text.replace(/(encryptedKeyValue)="([^"]*)"/, blank)],
    [
      'a short key',
      text =>
        text.replace(/(encryptedKeyValue="[^"]{8})([^"]*)"/, (_, kept, cut) => `${kept}"${' '.repeat(cut.length)}`),
    ],
    ['no verifier', text => text.replace(/(encryptedVerifierHashInput)="([^"]*)"/, blank)],
    ['a number of iterations that is none', text => text.replace('spinCount="1000"', 'spinCount="x000"')],
    ['a negative number of iterations', text => text.replace('spinCount="1000"', 'spinCount="-100"')],
  ])('with %s is damaged', async (_, damage) => {
    const whole = encryptedAgile(docx(), { cipher: 'AES', bits: 256, hash: 'SHA512' }, PASSWORD);
    const bytes = Buffer.from(damage(Buffer.from(whole).toString('latin1')), 'latin1');
    await expect(prepareDocument(bytes, { name: 'a.docx', password: PASSWORD })).rejects.toMatchObject({
      code: 'CORRUPT_DOCUMENT',
    });
  });
});

it('an OOXML document opens without a password where it has that of protected workbooks', async () => {
  const bytes = encryptedOffice(Buffer.from(docx()), 'standard', 'VelvetSweatshop');
  expect((await prepareDocument(bytes, { name: 'a.docx' })).format.name).toBe('docx');
  expect((await prepareDocument(bytes, { name: 'a.docx', password: PASSWORD })).format.name).toBe('docx');
});

it('a decrypted document is checked like any other file', async () => {
  const text = encryptedOffice(Buffer.from('no document at all, only text'), 'standard');
  await expect(prepareDocument(text, { name: 'a.docx', password: PASSWORD })).rejects.toMatchObject({
    code: 'FORMAT_MISMATCH',
  });
});
