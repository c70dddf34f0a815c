/** Form fields of an electronic invoice. */
import { FACTURX_LEVELS, type FacturxOperation } from '../../../convert/operation-types.js';
import type { FormReader } from './form-reader.js';
import { badForm } from './form-reader.js';
import type { Formats } from './pdf-fields.js';
import type { Checked } from './reasons.js';
import { contentOf, type FormFile } from './received.js';

const LEVELS: Readonly<Record<string, FacturxOperation['level']>> = {
  ...Object.fromEntries(FACTURX_LEVELS.map(level => [level.toUpperCase(), level])),
  'BASIC WL': 'basicwl',
  'EN 16931': 'en16931',
};
const LEVEL_NAMES = 'MINIMUM, BASIC WL, BASIC, EN 16931, EXTENDED or XRECHNUNG';
const TYPES = ['INVOICE', 'ORDER', 'ORDER_RESPONSE', 'ORDER_CHANGE'] as const;

export interface FacturxFields {
  readonly file: FormFile | undefined;
  readonly level: FacturxOperation['level'] | null;
  readonly type: (typeof TYPES)[number];
  readonly version: string;
}

export function readFacturx(form: FormReader, isRequired: boolean): FacturxFields {
  const [file] = form.files('facturxXml');
  const level = form.value<FacturxFields['level']>('facturxConformanceLevel', null, text => {
    const found = Object.hasOwn(LEVELS, text.trim().toUpperCase()) ? LEVELS[text.trim().toUpperCase()] : undefined;
    return found ? { value: found } : { fault: `wrong value, expected either ${LEVEL_NAMES}` };
  });
  const type = form.value<FacturxFields['type']>(
    'facturxDocumentType',
    'INVOICE',
    (text): Checked<(typeof TYPES)[number]> => {
      const found = TYPES.find(name => name === text);
      return found ? { value: found } : { fault: `wrong value, expected either ${TYPES.join(', ')}` };
    },
  );
  const version = form.value('facturxVersion', '1.0', text =>
    /^[\w.-]{1,20}$/.test(text) ? { value: text } : { fault: 'wrong value, expected a version like 1.0' },
  );
  const hasLevel = form.text('facturxConformanceLevel') !== undefined;
  if (!file && (isRequired || hasLevel)) form.fault("form file 'facturxXml' is required");
  if (!hasLevel && (isRequired || file)) form.fault("form field 'facturxConformanceLevel' is required");
  return { file, level, type, version };
}

/** PDF/A-3b unless another PDF/A-3 is asked for. Throws invalid_parameter. */
export function formatsFor({ file }: FacturxFields, formats: Formats): Formats {
  if (!file) return formats;
  if (formats.pdfa !== '' && !formats.pdfa.startsWith('PDF/A-3'))
    throw badForm(
      `PDF format '${formats.pdfa}' does not support embedded files; only PDF/A-3 variants allow attachments`,
    );
  return { ...formats, pdfa: formats.pdfa || 'PDF/A-3b' };
}

/** The XML is attached as it is: Gotenberg does not read it. Null: none is asked for. */
export async function facturxOperation({ file, level, ...rest }: FacturxFields): Promise<FacturxOperation | null> {
  return file && level ? { kind: 'facturx', xml: await contentOf(file), level, ...rest, unchecked: true } : null;
}
