/**
 * Output intents (ISO 32000-2, 14.11.5) with the colours of sRGB. Viewers show DeviceRGB as sRGB without an output intent, too,
 * so that a new one changes nothing. EU DSS adds one with a visible signature.
 */
import { PdfArray, PdfDict, PdfStream } from '../../../pdf/index.js';
import { isStandardRgb } from '../../../system/formats/icc.js';
import { type Difference, isAdded } from './rule.js';

/** Table 401, without those that refer to other profiles or state mixtures of inks. */
const INTENT_KEYS = new Set(
  'Type S OutputCondition OutputConditionIdentifier RegistryName Info DestOutputProfile'.split(' '),
);

export function addsStandardOutputIntent(difference: Difference): boolean {
  const { pair, after } = difference;
  const { revision } = pair.after;
  return (
    isAdded(difference) &&
    after instanceof PdfArray &&
    after.items.every(item => {
      const intent = revision.resolve(item);
      if (!(intent instanceof PdfDict) || ![...intent.entries.keys()].every(key => INTENT_KEYS.has(key))) return false;
      const profile = revision.get(intent, 'DestOutputProfile');
      // programs of the press follow those of PDF/X, and with /F the profile is in another file
      if (revision.getName(intent, 'S') !== 'GTS_PDFA1') return false;
      return (
        profile instanceof PdfStream &&
        !profile.dict.has('F') &&
        isStandardRgb(Buffer.from(revision.decode(profile).bytes))
      );
    })
  );
}
