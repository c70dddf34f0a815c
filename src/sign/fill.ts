/** Fills the placeholder of a signature or document timestamp. */
import { SignPdf } from '@signpdf/signpdf';
import { Signer, SignPdfError } from '@signpdf/utils';
import { DocconvError } from '../errors.js';

/** What the dictionary of a signature has until the length of the file is known: @signpdf/signpdf replaces it. */
export const BYTE_RANGE = '[0 /********** /********** /**********]';

/** Returns the value for the signed bytes: a CMS signature or a timestamp token. */
export type MakeValue = (signed: Uint8Array) => Promise<Uint8Array>;

/** Returns the complete file; null: the value is longer than the room, which has `room` bytes. */
export async function fillPlaceholder(file: Buffer, room: number, make: MakeValue): Promise<Buffer | null> {
  const signer = new ValueSigner(make);
  try {
    return await new SignPdf().sign(file, signer);
  } catch (error) {
    if (signer.length > room) return null;
    // it compares all of the file, also what the document itself has, before it asks for a value
    if (error instanceof SignPdfError && signer.length === 0)
      throw new DocconvError('CORRUPT_DOCUMENT.not-signable-placeholder', {}, { cause: error });
    throw error;
  }
}

class ValueSigner extends Signer {
  /** Of the value; 0: there is none yet. */
  length = 0;

  constructor(private readonly make: MakeValue) {
    super();
  }

  override async sign(signed: Buffer): Promise<Buffer> {
    const value = Buffer.from(await this.make(signed));
    this.length = value.length;
    return value;
  }
}
