export type Family = 'writer' | 'calc' | 'impress' | 'draw';
export interface Format {
  name: string;
  family: Family;
}
