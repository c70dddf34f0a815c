/** What a signing process may ask for. */
import { expect, it } from 'vitest';
import { ProtocolError } from '../../../src/isolation/index.js';
import { acceptEvent } from '../../../src/sign/service/events.js';

const layout = (text: string) => acceptEvent({ event: 'layout', text, widths: [60] }, [0]).message;

it('the text of a visible signature arrives as it is', () => {
  const text = `Name: Ann می\u200cخو 👩\u200d💻 \u200f\n${'x'.repeat(50_000)}`;
  expect(layout(text)).toMatchObject({ text });
});

it.each(['\t', '\0', '\u202e', '\ud800', 'x'.repeat(200_000)])('no other text may be asked for', text => {
  expect(() => layout(text)).toThrow(ProtocolError);
});
