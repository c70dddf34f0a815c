/** The levels of Factur-X 1.0 (ZUGFeRD 2.x) and Order-X 1.0, by what the XML states as its guideline (BT-24). */
import type { DocumentType, FacturxLevel } from '../../operation-types.js';

/** As in the metadata. */
export const LEVEL_NAMES: Readonly<Record<FacturxLevel, string>> = {
  minimum: 'MINIMUM',
  basicwl: 'BASIC WL',
  basic: 'BASIC',
  en16931: 'EN 16931',
  extended: 'EXTENDED',
  xrechnung: 'XRECHNUNG',
  comfort: 'COMFORT',
};

const NORM = 'urn:cen.eu:en16931:2017';
type Guidelines = Readonly<Record<string, FacturxLevel>>;
const INVOICE_GUIDELINES: Guidelines = {
  'urn:factur-x.eu:1p0:minimum': 'minimum',
  'urn:factur-x.eu:1p0:basicwl': 'basicwl',
  [`${NORM}#compliant#urn:factur-x.eu:1p0:basic`]: 'basic',
  [NORM]: 'en16931',
  [`${NORM}#conformant#urn:factur-x.eu:1p0:extended`]: 'extended',
  [`${NORM}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`]: 'extended', // a part of it, for France
};
const ORDER_GUIDELINES: Guidelines = {
  'urn:order-x.eu:1p0:basic': 'basic',
  'urn:order-x.eu:1p0:comfort': 'comfort',
  'urn:order-x.eu:1p0:extended': 'extended',
};
/** Also with one of its extensions. */
const XRECHNUNG =
  /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xoev-de:kosit:standard|xeinkauf\.de:kosit):xrechnung_(\d+\.\d+)(?:#\w+#urn:(?:xoev-de|xeinkauf\.de):kosit:[\w:.-]+)?$/;

/** `version`: of the standard. Null for a guideline that documents of this kind do not have. */
export function levelOf({ guidelines }: Kind, guideline: string): { level: FacturxLevel; version: string } | null {
  const level = Object.hasOwn(guidelines, guideline) ? guidelines[guideline] : undefined;
  if (level) return { level, version: '1.0' };
  const version = guidelines === INVOICE_GUIDELINES ? XRECHNUNG.exec(guideline)?.[1] : undefined;
  return version === undefined ? null : { level: 'xrechnung', version };
}

interface Kind {
  /** Of the root element. */
  readonly uri: string;
  readonly local: string;
  readonly fileName: string;
  /** In XMP. */
  readonly namespace: string;
  readonly guidelines: Guidelines;
  typeOf(code: string): DocumentType | null;
}

const UNECE = 'urn:un:unece:uncefact:data';

/** UNTDID 1001. */
const ORDERS: Readonly<Record<string, DocumentType>> = { 220: 'ORDER', 230: 'ORDER_CHANGE', 231: 'ORDER_RESPONSE' };

export const INVOICE: Kind = {
  uri: `${UNECE}:standard:CrossIndustryInvoice:100`,
  local: 'CrossIndustryInvoice',
  fileName: 'factur-x.xml',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  guidelines: INVOICE_GUIDELINES,
  typeOf: () => 'INVOICE', // also of a credit note
};

export const KINDS: readonly Kind[] = [
  INVOICE,
  {
    uri: `${UNECE}:SCRDMCCBDACIOMessageStructure:100`,
    local: 'SCRDMCCBDACIOMessageStructure',
    fileName: 'order-x.xml',
    namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:1p0#',
    guidelines: ORDER_GUIDELINES,
    typeOf: code => (Object.hasOwn(ORDERS, code) ? ORDERS[code]! : null),
  },
];
export type { Kind };
