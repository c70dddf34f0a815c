/** Statements of one report that cannot both be true: about one signature, as a reader sees them in the complete report. */
import { signerRows } from '../../src/report/presentation.js';
import type { Signer, VerificationResult } from '../../src/signatures/index.js';

/** Two statements, each as a pattern for a row ("Label: text") or a message. */
type Pair = readonly [one: RegExp, other: RegExp];

const PAIRS: readonly Pair[] = [
  // time
  [/^When: .*\bproven by a timestamp/, /not proven|time of the timestamp is after/],
  [/^When: .*(not proven|not verified)/, /proven time|at the time of signing/],
  [/^When: .* UTC$/, /time of the timestamp is after/],
  [/the certificate (has )?expired|is not yet valid/i, /certificates? (was|were) valid|is valid/i],
  // revocation
  [/^Revocation: not known/, /revocation data is available/i],
  [/^Revocation: not needed/, /revocation data .*(is required|no revocation data) for/i],
  [/^Revocation: REVOKED/, /No certificate is known to have been revoked/],
  [/^Revocation: revoked .*after signing/, /was revoked.*no proof|after its certificate was revoked/],
  // trust
  [/^Trust: .*(not trusted|is missing|proves nothing)/, /chains to a trusted authority|Every certificate was used/],
  [/^Trust: .*which is trusted/, /ends at .* not trusted/],
  [/path ends at .* not trusted/, /chains to a trusted|Every certificate|revocation data is available/i],
  [/trusted authority/, /(the|its) authority was not verified/i],
  // integrity
  [/^Integrity: intact/, /signed bytes were changed|was not made with the key|cannot be decoded|nothing was signed/],
  [/^Integrity: .*covers the whole file/, /is not signed|nothing was signed/],
  [/^Integrity: .*covers the file as of/, /is not signed|nothing was signed|byte range of the signature is malformed/],
  [/The byte range of the signature is malformed/, /byte range (has four|reaches|excludes only)/],
  [/cannot be decoded/, /is encoded as|has one signer|is detached/],
  [/nothing was signed/, /[Tt]he signature covers|signed bytes are unchanged|contains a signature/],
  // changes
  [
    /(signed bytes|document|signature dictionary) (was|were) changed|bytes were added|bytes .* added afterwards/,
    /[Nn]othing was changed|[Oo]nly (permitted )?changes|no change after signing/i,
  ],
  [/in a way that the signature does not permit|NOT allowed/, /only changes that the signature permits|\(allowed\)/],
  [/No later revision changes the document/, /comments were added|content was changed|fields were filled|Review these/],
  [/later revisions change nothing/, /does not permit|Review these/],
];

/** Each as "field: statement / statement"; empty if the report can be true. */
export function contradictionsIn({ signers, reason, verdict }: VerificationResult): string[] {
  return signers.flatMap(signer => {
    // the reason of a good verdict is about every signature
    const all = verdict === 'valid' || verdict === 'intact' ? [...statementsOf(signer), reason] : statementsOf(signer);
    const pairs = PAIRS.map(([one, other]) => {
      const left = all.find(text => one.test(text));
      return [left, all.find(text => text !== left && other.test(text))] as const;
    });
    return [...pairs, missingProof(all)].flatMap(([left, right]) =>
      left && right ? [`${signer.field}: ${left} / ${right}`] : [],
    );
  });
}

/** A proven time before the day before which there is "no proof" that the signature existed. */
function missingProof(all: readonly string[]): readonly (string | undefined)[] {
  const proven = all.find(text => /^When: (\S+ \S+ UTC$|.*\bproven by)/.test(text));
  const missing = all.find(text => /no proof that .* existed before/.test(text));
  const day = (text?: string): string => /\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0] ?? '';
  return day(proven) < day(missing) ? [proven, missing] : [];
}

function statementsOf(signer: Signer): string[] {
  const rows = signerRows(signer).map(({ label, text }) => `${label}: ${text}`);
  const messages = signer.findings.filter(({ outcome }) => outcome !== 'not-applicable').map(({ message }) => message);
  return [...rows, ...messages];
}
