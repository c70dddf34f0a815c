/**
 * Writes the XML of a trusted list (TS 119 612) in canonical form, so that its digest is that of the text: no part of the
 * code under test is needed to sign it.
 */
export interface ListRow {
  readonly kind?: 'list' | 'list-of-lists';
  readonly territory?: string;
  readonly version?: number;
  readonly sequence?: number | string;
  readonly issued?: string;
  /** Null: closed. */
  readonly nextUpdate?: string | null;
  readonly uris?: readonly string[];
  readonly pointers?: readonly PointerRow[];
  readonly providers?: readonly ProviderRow[];
  readonly id?: string;
}

export interface PointerRow {
  readonly url: string;
  readonly territory?: string;
  readonly kind?: 'list' | 'list-of-lists';
  readonly mimeType?: string;
  readonly certificates?: readonly Uint8Array[];
}

export interface ProviderRow {
  /** In English; 'Beispiel@de' in German. */
  readonly names?: readonly string[];
  readonly tradeNames?: readonly string[];
  readonly services?: readonly ServiceRow[];
}

export interface PeriodRow {
  readonly certificates?: readonly Uint8Array[];
  /** Last part of the URI. */
  readonly type?: string;
  readonly status?: string;
  readonly start?: string;
  readonly name?: string;
  /** Last parts of the URIs, e.g. 'ForeSignatures'. */
  readonly additional?: readonly string[];
  readonly qualifications?: readonly QualificationRow[];
  /** XML of further extensions, in canonical form. */
  readonly extensions?: string;
}

export interface ServiceRow extends PeriodRow {
  /** Newest first. */
  readonly history?: readonly PeriodRow[];
}

export interface QualificationRow {
  readonly critical?: boolean;
  /** Last parts of the URIs, e.g. 'QCWithQSCD'. */
  readonly qualifiers: readonly string[];
  readonly criteria: CriteriaRow;
}

export interface CriteriaRow {
  readonly assert?: string;
  readonly keyUsage?: readonly Readonly<Record<string, boolean>>[];
  readonly policies?: readonly (readonly string[])[];
  readonly subjectAttributes?: readonly (readonly string[])[];
  readonly extendedKeyUsages?: readonly (readonly string[])[];
  readonly nested?: readonly CriteriaRow[];
  /** XML in canonical form. */
  readonly other?: string;
}

const LIST = 'http://uri.etsi.org/02231/v2#';
const TYPES = 'http://uri.etsi.org/02231/v2/additionaltypes#';
const EXTENSIONS = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#';
const PROPERTIES = 'http://uri.etsi.org/01903/v1.3.2#';
const LIST_URI = 'http://uri.etsi.org/TrstSvc/TrustedList';

/** The unsigned list. Every value has a default. */
export function writeList(row: ListRow = {}): string {
  const { kind = 'list', territory = kind === 'list' ? 'XX' : 'EU', id = 'list', providers = [] } = row;
  const { version = 6, sequence = 1, issued = '2026-01-05T10:00:00Z', nextUpdate = '2026-07-05T10:00:00Z' } = row;
  const scheme = [
    leaf('TSLVersionIdentifier', version),
    leaf('TSLSequenceNumber', sequence),
    leaf('TSLType', typeOf(kind)),
    named('SchemeOperatorName', ['Test operator']),
    `<SchemeInformationURI>${(row.uris ?? []).map(uri => text('URI', uri)).join('')}</SchemeInformationURI>`,
    leaf('SchemeTerritory', territory),
    row.pointers ? `<PointersToOtherTSL>${row.pointers.map(writePointer).join('\n')}</PointersToOtherTSL>` : '',
    leaf('ListIssueDateTime', issued),
    `<NextUpdate>${nextUpdate === null ? '' : leaf('dateTime', nextUpdate)}</NextUpdate>`,
  ];
  const body =
    providers.length > 0
      ? `<TrustServiceProviderList>${providers.map(writeProvider).join('\n')}</TrustServiceProviderList>\n`
      : '';
  return `<TrustServiceStatusList xmlns="${LIST}" Id="${id}" TSLTag="http://uri.etsi.org/19612/TSLTag">\n<SchemeInformation>${scheme.join('\n')}</SchemeInformation>\n${body}</TrustServiceStatusList>`;
}

function writePointer({
  url,
  territory = 'XX',
  kind = 'list',
  mimeType = 'application/vnd.etsi.tsl+xml',
  certificates = [],
}: PointerRow): string {
  const information = [
    leaf('TSLType', typeOf(kind)),
    leaf('SchemeTerritory', territory),
    `<ns3:MimeType xmlns:ns3="${TYPES}">${mimeType}</ns3:MimeType>`,
  ].map(value => `<OtherInformation>${value}</OtherInformation>`);
  return `<OtherTSLPointer><ServiceDigitalIdentities>${identity(certificates)}</ServiceDigitalIdentities>${leaf('TSLLocation', url)}<AdditionalInformation>${information.join('')}</AdditionalInformation></OtherTSLPointer>`;
}

function writeProvider({ names = ['Test provider'], tradeNames = [], services = [] }: ProviderRow): string {
  const trade = tradeNames.length > 0 ? named('TSPTradeName', tradeNames) : '';
  const list = services.map(writeService).join('\n');
  return `<TrustServiceProvider><TSPInformation>${named('TSPName', names)}${trade}</TSPInformation><TSPServices>${list}</TSPServices></TrustServiceProvider>`;
}

function writeService(row: ServiceRow): string {
  const past = (row.history ?? []).map(
    period => `<ServiceHistoryInstance>${writePeriod(period)}</ServiceHistoryInstance>`,
  );
  const history = past.length > 0 ? `<ServiceHistory>${past.join('')}</ServiceHistory>` : '';
  return `<TSPService><ServiceInformation>${writePeriod(row)}</ServiceInformation>${history}</TSPService>`;
}

function writePeriod(row: PeriodRow): string {
  const {
    type = 'CA/QC',
    status = 'granted',
    start = '2020-01-01T00:00:00Z',
    name = 'Test service',
    certificates = [],
  } = row;
  const extensions = [
    ...(row.additional ?? []).map(uri =>
      extension(
        true,
        `<AdditionalServiceInformation>${text('URI', `${LIST_URI}/SvcInfoExt/${uri}`)}</AdditionalServiceInformation>`,
      ),
    ),
    ...(row.qualifications ?? []).map(writeQualification),
    row.extensions ?? '',
  ];
  return [
    leaf('ServiceTypeIdentifier', `http://uri.etsi.org/TrstSvc/Svctype/${type}`),
    named('ServiceName', [name]),
    identity(certificates),
    leaf('ServiceStatus', `${LIST_URI}/Svcstatus/${status}`),
    leaf('StatusStartingTime', start),
    extensions.join('') && `<ServiceInformationExtensions>${extensions.join('')}</ServiceInformationExtensions>`,
  ].join('');
}

function writeQualification({ critical = true, qualifiers, criteria }: QualificationRow): string {
  const list = qualifiers.map(uri => `<q:Qualifier uri="${LIST_URI}/SvcInfoExt/${uri}"></q:Qualifier>`).join('');
  const element = `<q:QualificationElement><q:Qualifiers>${list}</q:Qualifiers>${writeCriteria(criteria)}</q:QualificationElement>`;
  return extension(critical, `<q:Qualifications xmlns:q="${EXTENSIONS}">${element}</q:Qualifications>`);
}

function writeCriteria(row: CriteriaRow): string {
  const oid = (value: string) => `<x:Identifier xmlns:x="${PROPERTIES}">${value}</x:Identifier>`;
  const set = (outer: string, inner: string, values: readonly string[], declaration = '') =>
    `<${outer}${declaration}>${values.map(value => `<${inner}>${oid(value)}</${inner}>`).join('')}</${outer}>`;
  const types = ` xmlns:t="${TYPES}"`;
  const bits = (usage: Readonly<Record<string, boolean>>) =>
    Object.entries(usage).map(([bit, value]) => `<q:KeyUsageBit name="${bit}">${value}</q:KeyUsageBit>`);
  const others = [
    ...(row.subjectAttributes ?? []).map(values => set('t:CertSubjectDNAttribute', 't:AttributeOID', values, types)),
    ...(row.extendedKeyUsages ?? []).map(values => set('t:ExtendedKeyUsage', 't:KeyPurposeId', values, types)),
    row.other ?? '',
  ].join('');
  return [
    `<q:CriteriaList assert="${row.assert ?? 'all'}">`,
    ...(row.keyUsage ?? []).map(usage => `<q:KeyUsage>${bits(usage).join('')}</q:KeyUsage>`),
    ...(row.policies ?? []).map(values => set('q:PolicySet', 'q:PolicyIdentifier', values)),
    ...(row.nested ?? []).map(writeCriteria),
    others && `<q:otherCriteriaList>${others}</q:otherCriteriaList>`,
    '</q:CriteriaList>',
  ].join('');
}

export function extension(critical: boolean, content: string): string {
  return `<Extension Critical="${critical}">${content}</Extension>`;
}

function identity(certificates: readonly Uint8Array[]): string {
  const ids = certificates.map(
    der => `<DigitalId>${leaf('X509Certificate', Buffer.from(der).toString('base64'))}</DigitalId>`,
  );
  return `<ServiceDigitalIdentity>${ids.join('')}</ServiceDigitalIdentity>`;
}

function named(element: string, names: readonly string[]): string {
  return `<${element}>${names.map(name => text('Name', ...inLanguage(name))).join('')}</${element}>`;
}

/** An element with a language. */
function text(element: string, value: string, language = 'en'): string {
  return `<${element} xml:lang="${language}">${escapeText(value)}</${element}>`;
}

/** 'Beispiel@de' is a name in German. */
const inLanguage = (name: string): [value: string, language: string] => {
  const [value = '', language = 'en'] = name.split('@');
  return [value, language];
};

function leaf(element: string, value: string | number): string {
  return `<${element}>${escapeText(String(value))}</${element}>`;
}

function escapeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function typeOf(kind: 'list' | 'list-of-lists'): string {
  return `${LIST_URI}/TSLType/${kind === 'list' ? 'EUgeneric' : 'EUlistofthelists'}`;
}
