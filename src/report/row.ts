/** A row of a report. */
import { type IdPart, message } from '../messages/index.js';

export type Tone = 'good' | 'bad' | 'unsure' | 'neutral';

export interface Row {
  label: string;
  text: string;
  tone: Tone;
}

/** Null without a text. */
export const row = (label: IdPart<'row.'>, text: string | null, tone: Tone): Row | null =>
  text ? { label: message(`row.${label}`), text, tone } : null;
