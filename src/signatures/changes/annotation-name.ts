/** What an annotation is for a reader, by its /Subtype (ISO 32000-2, Table 171). */
import { message, messageIfAny } from '../../messages/index.js';

export function annotationName(subtype: string | null): string {
  if (subtype === null) return message('change.annotation-untyped');
  return messageIfAny(`annotation.${subtype}`) ?? message('change.annotation', { type: subtype });
}
