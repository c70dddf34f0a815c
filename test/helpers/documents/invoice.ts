/** XML of electronic invoices (UN/CEFACT Cross Industry Invoice), as small as each level of Factur-X permits. */
import type { FacturxLevel } from '../../../src/convert/operation-types.js';

export type InvoiceLevel = Exclude<FacturxLevel, 'comfort'>;

const NORM = 'urn:cen.eu:en16931:2017';
export const GUIDELINES: Readonly<Record<InvoiceLevel, string>> = {
  minimum: 'urn:factur-x.eu:1p0:minimum',
  basicwl: 'urn:factur-x.eu:1p0:basicwl',
  basic: `${NORM}#compliant#urn:factur-x.eu:1p0:basic`,
  en16931: NORM,
  extended: `${NORM}#conformant#urn:factur-x.eu:1p0:extended`,
  xrechnung: `${NORM}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
};

/** UNTDID 1001. */
export const TYPES = { invoice: '380', 'credit note': '381' } as const;

/** `guideline`: what the XML states instead of that of the level. */
export function invoiceXml(level: InvoiceLevel, code: string = TYPES.invoice, guideline = GUIDELINES[level]): string {
  const isMinimum = level === 'minimum';
  const hasLines = !isMinimum && level !== 'basicwl';
  const isGerman = level === 'xrechnung';
  const namespaces = [
    'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
    'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
    'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
  ];
  const business = isGerman
    ? tag('BusinessProcessSpecifiedDocumentContextParameter', tag('ID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'))
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice ${namespaces.join(' ')}>${[
    `<rsm:ExchangedDocumentContext>${business}${tag('GuidelineSpecifiedDocumentContextParameter', tag('ID', guideline))}</rsm:ExchangedDocumentContext>`,
    `<rsm:ExchangedDocument>${tag('ID', 'R-1')}${tag('TypeCode', code)}${tag('IssueDateTime', date('20260105'))}</rsm:ExchangedDocument>`,
    `<rsm:SupplyChainTradeTransaction>${hasLines ? LINE : ''}${agreement(level)}${delivery(isMinimum)}${settlement(level)}</rsm:SupplyChainTradeTransaction>`,
  ].join('')}</rsm:CrossIndustryInvoice>`;
}

const tag = (name: string, content: string, attributes = ''): string =>
  `<ram:${name}${attributes}>${content}</ram:${name}>`;
const date = (day: string): string => `<udt:DateTimeString format="102">${day}</udt:DateTimeString>`;

const TAX = [tag('TypeCode', 'VAT'), tag('CategoryCode', 'S'), tag('RateApplicablePercent', '19.00')].join('');

const LINE = tag(
  'IncludedSupplyChainTradeLineItem',
  [
    tag('AssociatedDocumentLineDocument', tag('LineID', '1')),
    tag('SpecifiedTradeProduct', tag('Name', 'Paper')),
    tag('SpecifiedLineTradeAgreement', tag('NetPriceProductTradePrice', tag('ChargeAmount', '100.00'))),
    tag('SpecifiedLineTradeDelivery', tag('BilledQuantity', '1.0000', ' unitCode="H87"')),
    tag(
      'SpecifiedLineTradeSettlement',
      tag('ApplicableTradeTax', TAX) +
        tag('SpecifiedTradeSettlementLineMonetarySummation', tag('LineTotalAmount', '100.00')),
    ),
  ].join(''),
);

function agreement(level: InvoiceLevel): string {
  const isMinimum = level === 'minimum';
  const isGerman = level === 'xrechnung';
  const street = tag('PostcodeCode', '10115') + tag('LineOne', 'Street 1') + tag('CityName', 'Berlin');
  const address = tag('PostalTradeAddress', `${isMinimum ? '' : street}${tag('CountryID', 'DE')}`);
  const mail = (name: string) =>
    isGerman ? tag('URIUniversalCommunication', tag('URIID', `${name}@example.org`, ' schemeID="EM"')) : '';
  const contact = isGerman
    ? tag(
        'DefinedTradeContact',
        [
          tag('PersonName', 'Ann'),
          tag('TelephoneUniversalCommunication', tag('CompleteNumber', '+49 30 123456')),
          tag('EmailURIUniversalCommunication', tag('URIID', 'ann@example.org')),
        ].join(''),
      )
    : '';
  const registration = tag('SpecifiedTaxRegistration', tag('ID', 'DE123456789', ' schemeID="VA"'));
  const buyer = isMinimum ? '' : address;
  return tag(
    'ApplicableHeaderTradeAgreement',
    [
      isGerman ? tag('BuyerReference', '04011000-12345-03') : '',
      tag('SellerTradeParty', `${tag('Name', 'Seller')}${contact}${address}${mail('seller')}${registration}`),
      tag('BuyerTradeParty', `${tag('Name', 'Buyer')}${buyer}${mail('buyer')}`),
    ].join(''),
  );
}

function delivery(isMinimum: boolean): string {
  const event = tag('ActualDeliverySupplyChainEvent', tag('OccurrenceDateTime', date('20260104')));
  return isMinimum ? '<ram:ApplicableHeaderTradeDelivery/>' : tag('ApplicableHeaderTradeDelivery', event);
}

function settlement(level: InvoiceLevel): string {
  const isMinimum = level === 'minimum';
  const tax = [
    tag('CalculatedAmount', '19.00'),
    tag('TypeCode', 'VAT'),
    tag('BasisAmount', '100.00'),
    tag('CategoryCode', 'S'),
    tag('RateApplicablePercent', '19.00'),
  ].join('');
  const account = tag('PayeePartyCreditorFinancialAccount', tag('IBANID', 'DE02120300000000202051'));
  const means = tag('SpecifiedTradeSettlementPaymentMeans', tag('TypeCode', '58') + account);
  const terms = tag('SpecifiedTradePaymentTerms', tag('DueDateDateTime', date('20260204')));
  const sums = [
    isMinimum ? '' : tag('LineTotalAmount', '100.00'),
    tag('TaxBasisTotalAmount', '100.00'),
    tag('TaxTotalAmount', '19.00', ' currencyID="EUR"'),
    tag('GrandTotalAmount', '119.00'),
    tag('DuePayableAmount', '119.00'),
  ].join('');
  return tag(
    'ApplicableHeaderTradeSettlement',
    [
      tag('InvoiceCurrencyCode', 'EUR'),
      isMinimum ? '' : means + tag('ApplicableTradeTax', tax) + terms,
      tag('SpecifiedTradeSettlementHeaderMonetarySummation', sums),
    ].join(''),
  );
}
