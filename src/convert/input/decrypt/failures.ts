import { DocconvError } from '../../../errors.js';

export const wrongPassword = () => new DocconvError('WRONG_PASSWORD.document');
export const corrupt = (cause?: unknown) => new DocconvError('CORRUPT_DOCUMENT.encryption', {}, { cause });
