/** Why a list is refused. */
import { DocconvError } from '../../errors.js';
import { type ErrorMessageId, errorMessage } from '../../messages/index.js';
import { singleLine } from '../../text.js';

type ReasonOf<Id> = Id extends `list.${infer Reason}` ? Reason : never;
export type ListRefusal = ReasonOf<ErrorMessageId>;

/** LIST_INVALID with `detail.reason`. `where` names the element or value; it may be from a list or certificate of a stranger. */
export function refusal(reason: ListRefusal, where = '', cause?: unknown): DocconvError {
  const why = errorMessage(`list.${reason}`, {});
  const options = { cause, detail: { reason, why: where === '' ? why : `${why} (${singleLine(where)})` } };
  if (where === '') return new DocconvError('LIST_INVALID.refused', { why }, options);
  return new DocconvError('LIST_INVALID.refused.where', { why, where: singleLine(where) }, options);
}

/** Of an error of this kind, to continue a sentence. */
export const reasonOf = ({ detail, message }: DocconvError): string =>
  typeof detail.why === 'string' ? detail.why : message;

/** What is read, or the LIST_INVALID that says why it cannot be read. Throws one that concerns the whole list. */
export function readable<Value>(read: () => Value): Value | DocconvError {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocconvError && !isOfWholeList(error)) return error;
    throw error;
  }
}

/** Comments are not signed: a comment in a value lets anyone who forwards the list leave services out. */
export const isOfWholeList = ({ detail }: DocconvError): boolean => detail.reason === 'COMMENT_IN_VALUE';
