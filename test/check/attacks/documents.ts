/** Forms signed by Ann, and what attackers make of them. */
import { type CheckOptions, check, type VerificationResult } from '../../../src/check/index.js';
import {
  type Edit,
  type FormPdf,
  formPdf,
  look,
  OBJECTS as O,
  type SigningOptions,
  sign,
} from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import { createPki, NOW } from '../../helpers/pki.js';

export const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  ann: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Ann' },
  bob: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Bob' },
  // same name and key as ann, another certificate
  double: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Ann', keyOf: 'ann' },
  // issued by nobody, though it names the CA
  forged: { issuer: 'ca', signedBy: 'bob' },
  rsa: { issuer: 'ca', key: 'RSA-2048' },
  tsa: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true },
});
export type CmsOptions = Parameters<typeof pki.cms>[2];

export const by =
  (options: CmsOptions = {}, signer: Parameters<typeof pki.cms>[0] = 'ann') =>
  (bytes: Buffer) =>
    pki.cms(signer, bytes, options);
export const signed = (options: SigningOptions = {}, base: FormPdf = formPdf()): FormPdf =>
  base.save(sign({ make: by(), ...options }));
export const certified = (docMDP: 1 | 2 | 3, base?: FormPdf) => signed({ docMDP }, base);
export const bytesOf = (pdf: FormPdf | Buffer): Buffer => (Buffer.isBuffer(pdf) ? pdf : pdf.bytes);
export const see = (pdf: FormPdf | Buffer, options: CheckOptions = {}): Promise<VerificationResult> =>
  check(bytesOf(pdf), { at: NOW, ...options });
export const after =
  (edit: Edit, pdf: () => FormPdf = signed) =>
  () =>
    pdf().save(edit);
/** Of the clean file: one byte sequence for another of the same length. */
export const patched = (what: RegExp, by: (found: string) => string) => (): Buffer => {
  const text = signed().bytes.toString('latin1');
  const changed = text.replace(what, found => by(found).padEnd(found.length).slice(0, found.length));
  if (changed === text) throw new Error('nothing was patched');
  return Buffer.from(changed, 'latin1');
};

export const value = (pdf: FormPdf): number =>
  Number(Object.keys(pdf.objects).find(num => String(pdf.objects[Number(num)]).includes('/ByteRange')));

/** Drawn over the text of page 1; hidden content waits below. */
export const overlaid = formPdf(
  {},
  {
    [O.page]: '<</Type/Page/Parent 2 0 R/Contents[5 0 R 30 0 R]/Resources<<>>/Annots[]>>',
    30: stream('1 g 0 0 600 800 re f'),
  },
);
/** A second set of pages lies in the signed file, and nothing refers to it. */
export const prepared = formPdf(
  {},
  { 30: '<</Type/Catalog/Pages 31 0 R/AcroForm 6 0 R>>', 31: '<</Type/Pages/Kids[4 0 R]/Count 1>>' },
);
/** The value of a field is a stream that is also painted. */
export const recycled = formPdf(
  {},
  { [O.name]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V 5 0 R/Rect[50 500 250 520]/P 3 0 R>>` },
);
export const annotate =
  (entries: string): Edit =>
  draft => {
    const mark = draft.add(`<</Type/Annot/P 3 0 R${entries}>>`);
    draft.append(O.page, 'Annots', `${mark} 0 R`);
  };
export const coverOnSigning = (rect: string) => {
  const base = certified(2);
  return base.save({
    prepare(draft) {
      const appearance = draft.add(look('1 g 0 0 200 20 re f'));
      sign({ rect }).prepare(draft);
      draft.enter(draft.next - 1, `/AP<</N ${appearance} 0 R>>`);
    },
    make: by({}, 'bob'),
  });
};
export const cms = (options: CmsOptions, signer?: Parameters<typeof pki.cms>[0]) => () =>
  signed({ make: by(options, signer) });
export const stamped =
  (tsa: 'tsa' | 'ann', over: (bytes: Uint8Array) => Uint8Array = bytes => bytes) =>
  () =>
    signed().save(sign({ timestamp: true, make: bytes => pki.timestamp(tsa, over(bytes)) }));
/** The same content under another generation: references to the first find nothing. */
export const regenerated = (): Buffer => {
  const pdf = signed();
  const { writer } = pdf.save(draft => draft.set(O.content, draft.get(O.content)));
  writer.patch(writer.bytes.lastIndexOf('5 0 obj'), '5 1 obj');
  return writer.patch(writer.bytes.lastIndexOf(' 00000 n'), ' 00001 n').bytes;
};
export const skipping = (): Buffer => {
  const pdf = signed();
  const first = pdf.writer.xrefs[0]!;
  return pdf.save(draft => draft.set(O.content, stream('BT (Other) Tj ET')), { prev: first }).bytes;
};
export const packedSignature = (): FormPdf => {
  const pdf = signed();
  const num = value(pdf);
  const body = String(pdf.objects[num]).replace(
    '/ByteRange[0 0000000000 0000000000 0000000000]',
    '/ByteRange[0 1 2 3]',
  );
  return pdf.save(draft => draft.set(num, body), { xref: 'stream', packed: [num] });
};
/** The padding of /Contents ends early; what follows is read, and not signed. */
export const wrapped = (): Buffer => {
  const { bytes } = signed();
  const end = bytes.indexOf('>', bytes.indexOf('/Contents <')) + 1;
  bytes.write('>/Reason(Forged)'.padEnd(40), end - 40, 'latin1');
  return bytes;
};
export const ring = (): Buffer => {
  const pdf = signed();
  return pdf.save(draft => draft.set(O.info, '<</Title(Ring)>>'), { prev: pdf.writer.length + 34 }).bytes;
};
