/** Forms signed by Ann, and the edits of attackers. */
import {
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  type SigningOptions,
  sign,
} from '../../helpers/form-pdf.js';
import { createPki } from '../../helpers/pki.js';
import { blankPdf, type SignOptions, type TestPdf } from '../../helpers/signed-pdf.js';

export const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  ann: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Ann' },
  bob: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Bob' },
  // same name and key as ann, another certificate
  double: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Ann', keyOf: 'ann' },
  rsa: { issuer: 'ca', key: 'RSA-2048' },
  // permits forgeries without the key
  lowExponent: { issuer: 'ca', key: 'RSA-2048-e3' },
  tsa: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true },
});
export type CmsOptions = Parameters<typeof pki.cms>[2];
export type Name = Parameters<typeof pki.cms>[0];

export const by =
  (options: CmsOptions = {}, signer: Name = 'ann') =>
  (bytes: Buffer): Uint8Array =>
    pki.cms(signer, bytes, options);

export const signed = (options: SigningOptions = {}, base: FormPdf = formPdf()): FormPdf =>
  base.save(sign({ make: by(), ...options }));
export const clean = (): FormPdf => signed();
export const certified = (docMDP: 1 | 2 | 3) => () => signed({ docMDP });

/** The signed document with another revision. */
export const after =
  (edit: Edit, pdf: () => FormPdf = clean) =>
  (): FormPdf =>
    pdf().save(edit);

export const retitled = after(draft => draft.set(O.info, '<</Title(Second)>>'));

/** Signed with these CMS options. */
export const cms = (options: CmsOptions, signer?: Name) => () => signed({ make: by(options, signer) });

/** A small document, signed with the byte range that `range` computes from the correct one. */
export const ranged = (range?: SignOptions['range']) => (): TestPdf =>
  blankPdf().sign({ make: by(), ...(range ? { range } : {}) });

export const latin1 = (pdf: { bytes: Buffer }): string => pdf.bytes.toString('latin1');
export const fromText = (text: string) => ({ bytes: Buffer.from(text, 'latin1') });

/** Replaces one occurrence, which must exist. */
export function replaced(pdf: { bytes: Buffer }, what: RegExp, by: (found: string) => string) {
  const text = latin1(pdf);
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`nothing was replaced by ${what}`);
  return fromText(changed);
}

/** The clean file with a replacement of the same length. */
export const patched = (what: RegExp, by: string) => () =>
  replaced(clean(), what, found => by.padEnd(found.length).slice(0, found.length));

/** Number of the signature dictionary. */
export const signatureOf = (pdf: FormPdf): number =>
  Number(Object.keys(pdf.objects).find(num => String(pdf.objects[Number(num)]).includes('/ByteRange')));

/** The signature dictionary with its final byte range and message. */
export function filledSignature(pdf: FormPdf): string {
  const text = latin1(pdf);
  const start = text.indexOf(' obj\n', pdf.writer.offsets.get(signatureOf(pdf))!) + ' obj\n'.length;
  return text.slice(start, text.indexOf('\nendobj', start));
}

export const annotate =
  (entries: string | ((draft: Draft) => string)): Edit =>
  draft => {
    const mark = draft.add(`<</Type/Annot/P 3 0 R${typeof entries === 'string' ? entries : entries(draft)}>>`);
    draft.append(O.page, 'Annots', `${mark} 0 R`);
  };
