/**
 * Updates of encrypted documents whose data programs decrypt differently: what is the same here as before is missing, or
 * garbage, in other programs. Anyone who can open the document has the key.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { type Edit, type FormPdf, formPdf, OBJECTS as O, sign } from '../../../helpers/form-pdf.js';
import { type Body, type StreamBody, stream } from '../../../helpers/pdf-writer.js';
import { type Attack, type Family, NOT_VALID } from '../attack.js';
import { by } from '../documents.js';
import { attack } from './marks.js';

const KEY = Buffer.alloc(32, 7);
const SALTS = { validation: Buffer.from('validate'), key: Buffer.from('key salt') };
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function cbc(key: Buffer, vector: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

const VECTOR = Buffer.alloc(16, 9);
/** Data of whole blocks. */
const blocks = (data: Buffer): Buffer => Buffer.concat([VECTOR, cbc(KEY, VECTOR, data)]);

function padded(data: Buffer): Buffer {
  const missing = 16 - (data.length % 16);
  return Buffer.concat([data, Buffer.alloc(missing, missing)]);
}
const encrypted = (data: Uint8Array): Buffer => blocks(padded(Buffer.from(data)));

const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
const ENCRYPT = 40;

/** Revision 5, for the empty password: the same key for every object. `streams`: no string is encrypted. */
function encryptionDictionary(of: 'strings' | 'streams', entries: string): string {
  const user = Buffer.concat([sha256(SALTS.validation), SALTS.validation, SALTS.key]);
  const wrapped = cbc(sha256(SALTS.key), Buffer.alloc(16), KEY);
  const filters = of === 'streams' ? '/StmF/StdCF/StrF/Identity' : '/StmF/Identity/StrF/StdCF';
  return (
    `<</Filter/Standard/V 5/R 5/Length 256/P -4/O ${hex(user)}/OE ${hex(wrapped)}/U ${hex(user)}/UE ${hex(wrapped)}` +
    `/Perms ${hex(Buffer.alloc(16))}/CF<</StdCF<</CFM/AESV3/Length 32>>>>${filters}${entries}>>`
  );
}

const isStream = (body: Body): body is StreamBody => body !== null && typeof body === 'object';
const encryptedStream = ({ dict, data }: StreamBody): StreamBody => ({ dict, data: encrypted(data) });
const encryptedStrings = (text: string): string =>
  text.replace(/\(([^()]*)\)/g, (_, inside: string) => hex(encrypted(Buffer.from(inside, 'latin1'))));

const OPTIONS = { trailer: `/Info 9 0 R/Encrypt ${ENCRYPT} 0 R/ID[<01><01>]` };

/** Streams or strings of the form are encrypted, and what the signature adds. */
function form(of: 'strings' | 'streams', changes: Record<number, Body> = {}, entries = ''): FormPdf {
  const objects = Object.entries({ ...formPdf().objects, ...changes }).map(([num, body]): [string, Body] => {
    if (of === 'streams') return [num, isStream(body) ? encryptedStream(body) : body];
    return [num, isStream(body) || body === null ? body : encryptedStrings(body)];
  });
  const dictionary = { [ENCRYPT]: encryptionDictionary(of, entries) };
  return formPdf(OPTIONS, { ...Object.fromEntries(objects), ...dictionary }).save(sign({ make: by() }), OPTIONS);
}

/** Whole blocks, which end with no padding. */
const TEXT = 'BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET'.padEnd(64);
const SHORT = '0 0 9 9 re f';
const content = (text: string, entries?: string) => () => form('streams', { [O.content]: stream(text) }, entries);
const rewritten =
  (data: Buffer, dict = ''): Edit =>
  draft =>
    draft.set(O.content, stream(data, dict));

const COLOURS = Buffer.from('000000ffffff', 'hex');
const page = (palette: string): string =>
  '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]/Resources<<' +
  `/ColorSpace<</C[/Indexed/DeviceRGB 1 ${palette}]>>/Font<</F1 7 0 R>>>>>>`;
const coloured = () => form('strings', { [O.page]: page(hex(encrypted(COLOURS))) });

const usual = (text: string): Edit => rewritten(encrypted(Buffer.from(text)));
/** Three bytes of padding, of which only the last one is correct. */
const SPOILED = Buffer.from([0, 0, 3]);

/** `edit` rewrites the content as it is; its twin encrypts it as usual. */
const trick = (what: string, pdf: () => FormPdf, edit: Edit, twin: Edit): Attack =>
  attack({
    what,
    clean: pdf,
    attacked: () => pdf().save(edit, OPTIONS),
    twin: () => pdf().save(twin, OPTIONS),
    visible: false,
    expected: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
    rule: 'later-revisions-readable',
  });

export const ENCRYPTION: Family = {
  name: 'data that programs decrypt differently',
  clause: 'ISO 32000-2, 7.6.3',
  attacks: [
    trick('no padding', content(TEXT), rewritten(blocks(Buffer.from(TEXT))), usual(TEXT)),
    trick(
      'padding of different bytes',
      content(TEXT.slice(3)),
      rewritten(blocks(Buffer.concat([Buffer.from(TEXT.slice(3)), SPOILED]))),
      usual(TEXT.slice(3)),
    ),
    trick(
      'bytes after the last block',
      content(TEXT),
      rewritten(Buffer.concat([encrypted(Buffer.from(TEXT)), Buffer.from('ET')])),
      usual(TEXT),
    ),
    trick('a stream in the clear', content(SHORT), rewritten(Buffer.from(SHORT)), usual(SHORT)),
    {
      ...trick(
        'content in the clear as metadata',
        content(TEXT, '/EncryptMetadata false'),
        rewritten(Buffer.from(TEXT), '/Type/Metadata'),
        usual(TEXT),
      ),
      expected: NOT_VALID,
    },
    trick(
      'a string in the clear',
      coloured,
      draft => draft.edit(O.page, body => body.replace(hex(encrypted(COLOURS)), hex(COLOURS))),
      draft => draft.set(O.page, draft.text(O.page)),
    ),
  ],
};
