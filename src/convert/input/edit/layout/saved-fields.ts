/**
 * Fields of the text that LibreOffice computes when it opens a document, where Word prints the result that is saved until the
 * user updates the field (ECMA-376-1, 17.16.18): as QUOTE fields they keep it. Word itself computes those of headers and
 * footers, which stay, and all of them where the document asks for it.
 */
import type { Edit } from '../../../xml.js';
import { COMPUTED } from '../../survey/word-fields.js';
import { type DocumentEdit, type EditableDocument, mainPart, partOf } from '../document.js';
import { type Field, fieldsOf, type TextRange, type TextWithFields } from './field-results.js';
import { isOn, isPlain, startTags, whereReadable } from './tags.js';

const NOTES = /\.wordprocessingml\.(?:footnotes|endnotes)\+/;
const ROOTS = ['w:document', 'w:footnotes', 'w:endnotes'];

const COUNTED = new RegExp(`^(?:${COMPUTED})$`, 'i');
/** To a bookmark: LibreOffice prints an error where there is none. */
const REFERENCE = /^(?:REF|PAGEREF)$/i;
/** Of a reference to something else than the text of the bookmark. */
const OTHER_REFERENCE = /\\[dfnprtw]\b/i;
/** SEQ without a visible result (17.16.5.56). */
const HIDDEN = /\\h\b/i;

export const keepSavedFields: DocumentEdit = whereReadable(async document => {
  if (await updatesFields(document)) return;
  const texts = await textsOf(document);
  const bookmarks = new Bookmarks(texts.values());
  for (const [part, text] of texts)
    document.change(part, text.fields.filter(field => isKept(field, text, bookmarks)).map(asQuote));
});

/** Word asks whether it shall, when it opens the document. */
async function updatesFields(document: EditableDocument): Promise<boolean> {
  const part = await partOf(document, /\.settings\+xml$/);
  if (part === null) return false;
  for (const { tag } of startTags(document.text(part)!, 'w:updateFields'))
    if (!tag.includes('w:val') || isOn(tag, 'w:val')) return true;
  return false;
}

async function textsOf(document: EditableDocument): Promise<Map<string, TextWithFields>> {
  const main = await mainPart(document);
  const texts = new Map<string, TextWithFields>();
  for (const part of document.parts) {
    if (part !== main && !NOTES.test(await document.contentType(part))) continue;
    const text = document.text(part)!;
    if (ROOTS.some(root => isPlain(text, root))) texts.set(part, fieldsOf(text));
  }
  return texts;
}

class Bookmarks {
  readonly #all = new Map<string, readonly [text: TextWithFields, range: TextRange]>();

  constructor(texts: Iterable<TextWithFields>) {
    for (const text of texts) for (const [name, range] of text.bookmarks) this.#all.set(name, [text, range]);
  }

  has(name: string): boolean {
    return this.#all.has(name);
  }

  /** Whether the bookmark has the text that is saved in the field. */
  equals(name: string, text: TextWithFields, saved: TextRange): boolean {
    const [target, { from, to }] = this.#all.get(name)!;
    return (
      to - from === saved.to - saved.from && target.letters.slice(from, to) === text.letters.slice(saved.from, saved.to)
    );
  }
}

/** Whether Word prints its saved result, and LibreOffice perhaps another one. */
function isKept({ name, switches, result }: Field, text: TextWithFields, bookmarks: Bookmarks): boolean {
  if (/^SEQ$/i.test(name) && HIDDEN.test(switches)) return true;
  if (result.from === result.to) return false;
  if (COUNTED.test(name)) return true;
  if (!REFERENCE.test(name)) return false;
  const [, bookmark = ''] = /^\s*"?([^\s"\\]+)/.exec(switches.replaceAll('&quot;', '"')) ?? [];
  if (!bookmarks.has(bookmark)) return true;
  return /^REF$/i.test(name) && !OTHER_REFERENCE.test(switches) && !bookmarks.equals(bookmark, text, result);
}

function asQuote({ name, at }: Field): Edit {
  return { from: at, to: at + name.length, text: 'QUOTE' };
}
