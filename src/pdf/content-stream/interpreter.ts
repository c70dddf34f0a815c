/** Interprets content streams (ISO 32000-2, 8 and 9): a stream of what they paint, with the graphics state of each event. */
import type { Content } from './content.js';
import { type ContentEvent, UNREADABLE } from './events.js';
import { contentOperations, type Operation } from './operations.js';
import { OPERATORS } from './operators.js';

/** Nothing follows an event that is 'unreadable'. */
export function* interpret(content: Content, bytes: Uint8Array): Generator<ContentEvent, void> {
  for (const operation of contentOperations(bytes)) {
    if (content.context.limit.count()) execute(content, operation);
    else content.fail();
    const event = content.takeEvent();
    if (event === null) continue;
    yield event;
    if (event === UNREADABLE) return;
    if (event.kind === 'path') content.finishPath();
  }
}

function execute(content: Content, { operator, operands }: Operation): void {
  const entry = operator === null ? undefined : OPERATORS.get(operator);
  // readers differ on operands that are missing or of another type
  if (entry?.accepts(operands)) entry.execute(content, operands);
  else if (entry === undefined && operator !== null && content.ignoresUnknown) content.emit({ kind: 'unknown' });
  else content.fail();
}
