/** Why a list is refused. */
import { DocconvError } from '../../errors.js';
import { type ErrorMessageId, errorMessage } from '../../messages/index.js';
import { singleLine } from '../../system/text.js';

type ReasonOf<Id> = Id extends `list.${infer Reason}` ? Reason : never;
export type ListRefusal = ReasonOf<ErrorMessageId>;

/** LIST_INVALID with `detail.reason`. `where` names the element or value; it may be from a list or certificate of a stranger. */
export function refusal(reason: ListRefusal, where = '', cause?: unknown): DocconvError {
  const why = errorMessage(`list.${reason}`, {});
  const options = { cause, detail: { reason } };
  if (where === '') return new DocconvError('LIST_INVALID.refused', { why }, options);
  return new DocconvError('LIST_INVALID.refused.where', { why, where: singleLine(where) }, options);
}
