/**
 * `--to html`: the page that LibreOffice wrote, with its pictures inside, and with nothing that runs or that a browser
 * would load from another place.
 */
import domino, { type HtmlAttribute, type HtmlDocument, type HtmlElement } from '@mixmark-io/domino';
import { formatNamed, formatOfMagic } from '../../formats.js';
import { type Limits, requireWithin } from '../../limits.js';
import { bytesOf, type Written } from '../blob.js';
import { requireUtf8 } from './text.js';

type Pictures = NonNullable<Written['pictures']>;

export function completeHtml(written: Uint8Array, pictures: Pictures, limits: Limits): Uint8Array {
  const document = readPage(written);
  cleanPage(document, file => dataUrl(file, pictures));
  const page = Buffer.from(`<!DOCTYPE html>\n${document.documentElement.outerHTML}\n`);
  requireWithin(limits, 'outputBytes', page.length);
  return page;
}

export function readPage(written: Uint8Array): HtmlDocument {
  return domino.createDocument(Buffer.from(requireUtf8(written)).toString());
}

const ACTIVE = new Set(
  'script iframe frame frameset object embed applet base link audio video source template'.split(' '),
);
/** Attributes whose address a browser loads by itself. */
const LOADED = new Set(['src', 'srcset', 'background', 'poster', 'data', 'lowsrc', 'longdesc', 'action', 'formaction']);
/** Links that a reader may follow. */
const FOLLOWED = /^(?:https?:|mailto:|tel:|ftp:|#|[^:]*$)/i;
/** Addresses in styles that are not inside the page; the end of the style ends one without a bracket. */
const STYLE_ADDRESS = /@import[^;]*;?|url\(\s*(?!["']?data:)[^)]*\)?/gi;

/** `pictureOf` returns the address of a picture that LibreOffice wrote beside the page; null for another file. */
export function cleanPage(document: HtmlDocument, pictureOf: (file: string) => string | null): void {
  for (const element of elementsOf(document)) {
    const name = element.localName;
    if (ACTIVE.has(name) || (name === 'meta' && isDirective(element))) {
      element.remove();
      continue;
    }
    if (name === 'style') element.textContent = element.textContent.replace(STYLE_ADDRESS, '');
    for (const attribute of Array.from(element.attributes)) cleanAttribute(element, attribute, pictureOf);
  }
}

/** A list, since elements are removed while it is used. */
function elementsOf(document: HtmlDocument): HtmlElement[] {
  const walker = document.createTreeWalker(document, SHOW_ELEMENT);
  const elements: HtmlElement[] = [];
  while (walker.nextNode()) elements.push(walker.currentNode);
  return elements;
}

const SHOW_ELEMENT = 1;

function isDirective(element: HtmlElement): boolean {
  const directive = element.getAttribute('http-equiv');
  return directive !== null && directive.toLowerCase() !== 'content-type';
}

function cleanAttribute(
  element: HtmlElement,
  { name, value }: HtmlAttribute,
  pictureOf: (file: string) => string | null,
): void {
  const key = name.toLowerCase();
  const cleaned = cleanValue(key, value, pictureOf);
  if (cleaned === null) element.removeAttribute(name);
  else if (cleaned !== value) element.setAttribute(name, cleaned);
}

/** Null: the element does not keep the attribute. */
function cleanValue(key: string, value: string, pictureOf: (file: string) => string | null): string | null {
  if (key.startsWith('on')) return null;
  if (key === 'style') return value.replace(STYLE_ADDRESS, 'none');
  if (key === 'href' && !FOLLOWED.test(value.trim())) return null;
  return LOADED.has(key) && !value.startsWith('data:image/') ? pictureOf(value) : value;
}

function dataUrl(file: string, pictures: Pictures): string | null {
  const blob = pictures.get(file);
  if (!blob) return null;
  const bytes = bytesOf(blob);
  const { mediaType } = formatOfMagic(bytes) ?? formatNamed('svg');
  return `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
}
