/** Faults of a document as sentences that name it, and the form field to change. */
import { DocconvError } from '../../errors.js';
import { badRequest } from './form/form-reader.js';

interface Given {
  readonly pages?: string | undefined;
  readonly password?: string | undefined;
}

/** Of a document that is converted; other errors stay. */
export function faultOfDocument(thrown: unknown, name: string, { pages, password }: Given): unknown {
  if (!(thrown instanceof DocconvError)) return thrown;
  const { code, detail } = thrown;
  if (code === 'PASSWORD_NEEDED' && password === undefined)
    return badRequest(
      `The document '${name}' is password-protected. Provide its password in the 'password' form field.`,
    );
  if (code === 'PASSWORD_NEEDED' || code === 'WRONG_PASSWORD')
    return badRequest(`The password for the document '${name}' is incorrect. Check the 'password' form field.`);
  if (detail.option === 'pages' && pages !== undefined)
    return badRequest(
      `LibreOffice could not apply the page ranges '${pages}' to the document '${name}'. Check the 'nativePageRanges' form field; valid values look like '1-4', '2' or '1,3,5-7'.`,
    );
  if (UNREADABLE.has(code))
    return badRequest(
      `LibreOffice could not read the document '${name}'. Ensure the file is not corrupted and that its extension matches its actual format.`,
    );
  return thrown;
}

/** Of a PDF that is worked on, for which no field has a password; other errors stay. */
export function faultOfPdf(thrown: unknown, name: string): unknown {
  if (!(thrown instanceof DocconvError)) return thrown;
  if (thrown.code === 'PASSWORD_NEEDED')
    return badRequest(`The document '${name}' is password-protected. Send it without its password.`);
  if (UNREADABLE.has(thrown.code))
    return badRequest(`The document '${name}' could not be read. Ensure the file is a PDF and is not corrupted.`);
  return thrown;
}

const UNREADABLE = new Set(['CORRUPT_DOCUMENT', 'EMPTY_FILE', 'FORMAT_MISMATCH', 'UNSUPPORTED_FORMAT', 'NOT_A_PDF']);

export function needsNoPassword(name: string): Error {
  return badRequest(`The document '${name}' is not password-protected. Remove the 'password' form field.`);
}
