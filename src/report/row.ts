/** A row of a report. */
export type Tone = 'good' | 'bad' | 'unsure' | 'neutral';

export interface Row {
  label: string;
  text: string;
  tone: Tone;
}
