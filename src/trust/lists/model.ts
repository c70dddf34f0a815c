/** Trusted lists and lists of trusted lists (ETSI TS 119 612), as far as trust and qualification need them. */

/** A verified list. `territory`: as in the list, e.g. 'EL' for Greece and 'UK'; 'EU' for the list of lists. */
export interface TrustedList {
  readonly kind: 'list' | 'list-of-lists';
  readonly territory: string;
  /** TSLVersionIdentifier: 5 or 6; older lists have 3 or 4. */
  readonly version: number;
  readonly sequence: number;
  readonly issued: Date;
  /** Null: the list is closed (TS 119 612, 5.3.15). */
  readonly nextUpdate: Date | null;
  /** SchemeInformationURI in document order: the list of lists names its pivots and the Official Journal there. */
  readonly schemeUris: readonly string[];
  readonly pointers: readonly ListPointer[];
  readonly providers: readonly Provider[];
  readonly unreadable: readonly Unreadable[];
}

/** What is left out of a list because it cannot be read: a service, or a whole provider. */
export interface Unreadable {
  /** Names; null: there is none that can be read. Without that of a service it may be the whole provider. */
  readonly provider: string | null;
  readonly service: string | null;
  /** Continues a sentence. */
  readonly reason: string;
}

/** OtherTSLPointer. */
export interface ListPointer {
  readonly url: string;
  readonly territory: string;
  readonly mimeType: string | null;
  /** TSLType, a URI. */
  readonly type: string | null;
  /** DER of the certificates that may sign the list. */
  readonly certificates: readonly Uint8Array[];
}

/** Trust service provider. Names in all languages, English ones first, without duplicates. */
export interface Provider {
  readonly names: readonly string[];
  readonly tradeNames: readonly string[];
  readonly services: readonly Service[];
}

export interface Service {
  /** DER of its digital identities, of all periods, without duplicates. */
  readonly certificates: readonly Uint8Array[];
  /** Newest first; the first is the current one. */
  readonly periods: readonly ServicePeriod[];
}

export interface ServicePeriod {
  /** Inclusive. */
  readonly start: Date;
  /** Start of the next newer period; null for the current one. */
  readonly end: Date | null;
  /** URIs of TS 119 612, 5.5.1 and 5.5.4. */
  readonly type: string;
  readonly status: string;
  readonly names: readonly string[];
  /** AdditionalServiceInformation: URIs such as `.../SvcInfoExt/ForeSignatures`. */
  readonly additional: readonly string[];
  readonly qualifications: readonly Qualification[];
  /** A critical extension that docconv does not know. */
  readonly hasUnknownCritical: boolean;
  /** ExpiredCertsRevocationInfo. */
  readonly expiredCertsRevocationInfo: Date | null;
}

/** QualificationElement (5.5.9.2): the qualifiers apply to certificates that meet the criteria. */
export interface Qualification {
  readonly isCritical: boolean;
  /** URIs such as `.../SvcInfoExt/QCWithQSCD`. */
  readonly qualifiers: readonly string[];
  readonly criteria: Criteria;
}

export interface Criteria {
  readonly assert: 'all' | 'atLeastOne' | 'none';
  /** Bit names of RFC 5280, each with the value that it must have. */
  readonly keyUsage: readonly (readonly { readonly bit: string; readonly value: boolean }[])[];
  /** Object identifiers without 'urn:oid:'. */
  readonly policySets: readonly (readonly string[])[];
  readonly subjectAttributes: readonly (readonly string[])[];
  readonly extendedKeyUsages: readonly (readonly string[])[];
  readonly nested: readonly Criteria[];
  /** It has a criterion that docconv does not know. */
  readonly hasUnknown: boolean;
}
