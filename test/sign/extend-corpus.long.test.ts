/**
 * Extends every signed file of the corpus: with the time-stamping authority of the tests, and without the responders of real
 * certificates, which are not reachable. Each signature stays as it was; the level is reached, or there is one clear reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDocconvError } from '../../src/errors.js';
import { createFetcher, type Fetcher } from '../../src/fetch/index.js';
import { parseCertificates } from '../../src/pki/index.js';
import { type ExtendOptions, extend } from '../../src/sign/index.js';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { type AuthorityServers, startAuthorities } from '../helpers/pki/authority-servers.js';
import { describeCorpus } from '../helpers/requires.js';
import { everySecond } from '../helpers/selection.js';

/** LTA includes the steps of the others, of which each file gets one. */
const LOWER = ['T', 'LT'] as const;

/** What may be said, by its code and words; each refusal has exactly one of them. */
const REASONS: Readonly<Record<string, RegExp>> = {
  'no signature': /^NOT_PERMITTED: This PDF has no signature that can be extended/,
  'expired without a timestamp': /^NOT_PERMITTED: The signature \S+ cannot be extended: its certificate expired on/,
  'not valid': /^NOT_PERMITTED: The signature .+ cannot be extended, because it is not valid: .{20,}\. No later/,
  'no baseline level': /^NOT_PERMITTED: The signature .+ cannot be extended: it has no baseline level/,
  'path is not trusted':
    /^NOT_PERMITTED: The level LTA? was not reached, only \w+: The certificate path ends at .+ not trusted/,
  'expired without proof':
    /^NOT_PERMITTED: The level LTA? was not reached, only \w+: The certificate expired on .+(no proof|unknown whether)/,
  'weak algorithm': /^NOT_PERMITTED: The level LTA? was not reached, only \w+: .+ uses SHA-1, which is too weak/,
  'revocation data':
    /^NOT_PERMITTED: The level LTA? was not reached, only \w+: .*[Rr]evocation data .*(required|obtained|: .{20,})/,
  'no proof by a timestamp':
    /^NOT_PERMITTED: The level LTA? was not reached, only \w+: The timestamp of .+ is no proof/,
  'hybrid cross-reference': /^CORRUPT_DOCUMENT: This PDF has a hybrid cross-reference/,
  damaged: /^CORRUPT_DOCUMENT: This PDF (is damaged|cannot be signed): /,
  encrypted: /^(PASSWORD_NEEDED|ENCRYPTION_UNSUPPORTED): /,
};

describeCorpus('extension of the corpus', 'signed', folder => {
  const corpus = dirname(folder);
  const samples: { file: string; password?: string }[] = JSON.parse(readFileSync(join(corpus, 'signed.json'), 'utf8'));
  const counts = new Map<string, number>();
  let servers: AuthorityServers;
  let settings: Omit<ExtendOptions, 'level'>;

  beforeAll(async () => {
    servers = await startAuthorities();
    const anchors = readdirSync(join(corpus, 'trust'))
      .filter(name => name.includes('-cert'))
      .flatMap(name => parseCertificates(readFileSync(join(corpus, 'trust', name))));
    settings = {
      trust: trustStoreOf([servers.pki.certificate('root'), ...anchors]),
      tsa: { url: `${servers.base}/tsa` },
      fetcher: onlyTo(servers.base),
    };
  });
  afterAll(async () => {
    console.log(
      [...counts]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([what, count]) => `${what}: ${count}`)
        .join('\n'),
    );
    await servers.close();
  });

  const offlineOf = ({ trust, password }: Omit<ExtendOptions, 'level'>) => ({
    trust: trust!,
    ...(password !== undefined && { password }),
  });

  /** What became of the file: the reason, or what is left of its signatures. */
  async function extended(bytes: Buffer, before: VerificationResult | null, options: ExtendOptions): Promise<string> {
    const offline = offlineOf(options);
    const result = await extend(bytes, options).catch(thrown => {
      const { code, message } = toDocconvError(thrown);
      return `${code}: ${message}`;
    });
    if (typeof result === 'string') return result;
    expect(result.subarray(0, bytes.length).equals(bytes)).toBe(true);
    const { signers } = await check(result, offline);
    for (const [i, { field, intact, changesAllowed, indication }] of before!.signers.entries()) {
      expect(signers[i]).toMatchObject({ field, intact, changesAllowed });
      if (indication === 'TOTAL_PASSED') expect(signers[i]!.indication).toBe(indication);
    }
    return 'reached';
  }

  test.each(samples.map((sample, i) => ({ ...sample, i })))('$file', async ({ file, password, i }) => {
    const bytes = readFileSync(join(folder, file));
    const options = { ...settings, ...(password !== undefined && { password }) };
    const before = await check(bytes, offlineOf(options)).catch(() => null);
    for (const level of [...everySecond(LOWER, i), 'LTA'] as const) {
      const said = await extended(bytes, before, { ...options, level });
      const reasons = Object.keys(REASONS).filter(name => REASONS[name]!.test(said));
      if (said !== 'reached') expect(reasons, said).toHaveLength(1);
      const what = `${level}: ${reasons[0] ?? said}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  });
});

/** The responders that files of the corpus name are not asked. */
function onlyTo(base: string): Fetcher {
  const fetcher = createFetcher({ allowPrivate: true });
  return {
    ...fetcher,
    fetch: request =>
      request.url.startsWith(base)
        ? fetcher.fetch(request)
        : Promise.reject(new Error(`not reachable: ${request.url}`)),
  };
}
