import type { FormFile } from './form/received.js';

/** A PDF on its way through the steps. */
export interface Piece {
  /** File name. */
  readonly name: string;
  readonly source: FormFile['source'];
  /** It was joined as the PDF/A that the form asks for. */
  readonly isWritten?: boolean;
  /** Rules of PDF/A that a step broke; absent: none. */
  readonly broken?: string;
  /** The PDFs that it was merged of or is a part of, without those that were printed already; absent: itself. */
  readonly origins?: readonly Piece[];
}

/** For warnings: files that users know. */
export const originsOf = (piece: Piece): readonly Piece[] => piece.origins ?? [piece];
