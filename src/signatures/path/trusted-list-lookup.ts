/** What the trusted lists say of the certificates of one file: the source of trust, and the qualified status. */
import type { Certificate } from '../../pki/index.js';
import {
  certificateFacts,
  listedServices,
  type OutdatedList,
  outdatedLists,
  qualifySignature,
  qualifyTimestamp,
  SERVICE_TYPE,
  type StrictRules,
  stateAt,
  type TrustStore,
} from '../../trust/index.js';
import type { Indication, Qualification, TimestampStatus, TrustInfo } from '../result.js';
import type { CertificateConclusion, TimestampConclusion, TrustConclusion } from './types.js';

type ServiceType = (typeof SERVICE_TYPE)[keyof typeof SERVICE_TYPE];
type Conclusion = TrustConclusion | TimestampConclusion;

/** Of what is no timestamp, too. */
export const NO_STATUS: TimestampStatus = { qualified: null, qualifiedReasons: [] };

/** Looks up the services of each certificate path once. */
export class TrustedListLookup {
  readonly #services = new Map<string, ReturnType<typeof listedServices>>();

  /** `store`: null where nothing is trusted. `strictAt`: the time of a strict validation, see CheckOptions. */
  constructor(
    private readonly store: TrustStore | null,
    private readonly strictAt: Date | null = null,
  ) {}

  /** The source of the anchor at the end of the path; where a list names a certificate of the path, that service. */
  sourceOf(conclusion: Conclusion, type: ServiceType): TrustInfo | null {
    const { anchor, proven } = conclusion;
    if (!anchor || !this.store) return null;
    // an anchor of Adobe's list counts where no trusted list of the path does
    const services = anchor.source === 'aatl' ? [] : this.#servicesOf(conclusion, type);
    const state = stateAt(services, type, proven);
    const list = state && this.store.listOf(state.territory);
    return {
      source: state ? 'eu' : anchor.source,
      territory: state?.territory ?? null,
      provider: state?.provider ?? null,
      service: state?.service ?? null,
      serviceType: state?.type ?? null,
      status: state?.status ?? null,
      list: list && {
        sequence: list.sequence,
        issued: list.issued.toISOString(),
        nextUpdate: list.nextUpdate?.toISOString() ?? null,
      },
    };
  }

  /** Null where the lists are not used, or without a certificate. */
  qualificationOf(
    certificate: Certificate | null,
    conclusion: Conclusion,
    indication: Indication,
  ): Qualification | null {
    if (!certificate || !this.#hasLists) return null;
    const services = this.#servicesOf(conclusion, SERVICE_TYPE.certificates);
    const facts = certificateFacts(certificate);
    const found = qualifySignature({
      facts,
      services,
      signingTime: conclusion.proven,
      indication,
      strict: this.#strict(services),
    });
    return { ...found, reasons: [...found.reasons] };
  }

  timestampStatus(
    certificate: Certificate | null,
    conclusion: Conclusion,
    stamp: { time: Date; indication: Indication },
  ): TimestampStatus {
    if (!certificate || !this.#hasLists) return NO_STATUS;
    const services = this.#servicesOf(conclusion, SERVICE_TYPE.timestamps);
    const { time: generated, indication } = stamp;
    const facts = certificateFacts(certificate);
    const { proven } = conclusion;
    const { qualified, reasons } = qualifyTimestamp({
      facts,
      services,
      generated,
      proven,
      indication,
      strict: this.#strict(services),
    });
    return { qualified, qualifiedReasons: [...reasons] };
  }

  /** The lists behind these sources of trust that are out of date. */
  outdated(sources: readonly (TrustInfo | null)[], at: Date): OutdatedList[] {
    const { store } = this;
    const territories = sources.flatMap(source => (source?.source === 'eu' ? (source.territory ?? []) : []));
    const found = store ? territories.flatMap(territory => outdatedLists(store, territory, at)) : [];
    return [...new Map(found.map(list => [list.territory, list])).values()];
  }

  #strict(services: ReturnType<typeof listedServices>): StrictRules | null {
    const [store, at] = [this.store, this.strictAt];
    if (!store || !at) return null;
    return { isOutdated: services.some(({ territory }) => outdatedLists(store, territory, at).length > 0) };
  }

  get #hasLists(): boolean {
    return this.store?.sources.includes('eu') ?? false;
  }

  #servicesOf({ chain }: CertificateConclusion, type: ServiceType): ReturnType<typeof listedServices> {
    const key = [type, ...chain.map(({ sha256 }) => sha256)].join();
    const known = this.#services.get(key) ?? (this.store ? listedServices(chain, type, this.store) : []);
    this.#services.set(key, known);
    return known;
  }
}
