/** Form fields of an electronic invoice. */
import { FACTURX_LEVELS, type FacturxOperation } from '../../../convert/operation-types.js';
import type { FormReader } from './form-reader.js';
import { badForm } from './form-reader.js';
import { type Formats, isPdfa3 } from './pdf-fields.js';
import type { Checked } from './reasons.js';
import { contentOf, type FormFile } from './received.js';

const LEVELS: Readonly<Record<string, FacturxOperation['level']>> = {
  ...Object.fromEntries(FACTURX_LEVELS.map(level => [level.toUpperCase(), level])),
  'BASIC WL': 'basicwl',
  'EN 16931': 'en16931',
};
const TYPES = ['INVOICE', 'ORDER', 'ORDER_RESPONSE', 'ORDER_CHANGE'] as const;

export interface FacturxFields {
  readonly file: FormFile | undefined;
  /** Null: none is given. */
  readonly level: FacturxOperation['level'] | null;
  readonly type: (typeof TYPES)[number];
  readonly version: string;
}

export function readFacturx(form: FormReader): FacturxFields {
  const [file] = form.files('facturxXml');
  const level = form.value<FacturxFields['level']>('facturxConformanceLevel', null, text => {
    const found = Object.hasOwn(LEVELS, text.trim().toUpperCase()) ? LEVELS[text.trim().toUpperCase()] : undefined;
    return found ? { value: found } : { fault: `unsupported conformance level '${text}'` };
  });
  const type = form.value<FacturxFields['type']>(
    'facturxDocumentType',
    'INVOICE',
    (text): Checked<(typeof TYPES)[number]> => {
      const found = TYPES.find(name => name === text);
      return found ? { value: found } : { fault: `unsupported document type '${text}'` };
    },
  );
  const version = form.value('facturxVersion', '1.0', text =>
    /^[\w.-]{1,20}$/.test(text) ? { value: text } : { fault: 'wrong value, expected a version like 1.0' },
  );
  return { file, level, type, version };
}

/** What the PDF of an invoice has to be: PDF/A-3b unless another PDF/A-3 is asked for. Throws invalid_parameter. */
export function formatsFor({ file, level }: FacturxFields, formats: Formats): Formats {
  if (!file && level === null) return formats;
  if (level === null) throw badForm("'facturxConformanceLevel' is required when 'facturxXml' is provided");
  if (!file) throw badForm("'facturxXml' file is required when 'facturxConformanceLevel' is set");
  if (formats.pdfa !== '' && !isPdfa3(formats))
    throw badForm(`Factur-X requires a PDF/A-3 variant (PDF/A-3a, PDF/A-3b, or PDF/A-3u), got '${formats.pdfa}'`);
  return { ...formats, pdfa: formats.pdfa || 'PDF/A-3b' };
}

/** Throws invalid_parameter. */
export function requireInvoice({ file, level }: FacturxFields): void {
  if (!file || level === null) throw badForm("'facturxConformanceLevel' and 'facturxXml' are both required");
}

/** The XML is attached as it is: Gotenberg does not read it. Null: none is asked for. */
export async function facturxOperation({ file, level, ...rest }: FacturxFields): Promise<FacturxOperation | null> {
  return file && level ? { kind: 'facturx', xml: await contentOf(file), level, ...rest, unchecked: true } : null;
}
