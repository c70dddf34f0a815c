/** A row of a report. */
import { type MessageId, message } from '../messages/index.js';

export type Tone = 'good' | 'bad' | 'unsure' | 'neutral';

export interface Row {
  label: string;
  text: string;
  tone: Tone;
}

type LabelOf<Id> = Id extends `row.${infer Label}` ? Label : never;

/** Null without a text. */
export const row = (label: LabelOf<MessageId>, text: string | null, tone: Tone): Row | null =>
  text ? { label: message(`row.${label}`), text, tone } : null;
