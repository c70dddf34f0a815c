/**
 * Content controls of Word documents (ECMA-376-1, 17.5.2) and of OpenDocument texts (an extension of LibreOffice). LibreOffice
 * makes form fields of them that cut their text, or prints it in another font: each is replaced by what it contains, as Word
 * prints it.
 */
import { grouped } from '../../../system/collections.js';
import type { XmlElement } from '../../../system/xml.js';
import { escapeXml } from '../../../text.js';
import { type Edit, enclosing, removal } from '../../xml.js';
import { readBoundData } from './bound-data.js';
import type { DocumentEdit, EditableDocument } from './document.js';
import { firstChildren } from './layout/children.js';
import { whereReadable } from './layout/tags.js';
import { wordElements } from './word.js';

/** Types of controls that LibreOffice prints well: of tables of contents and other indexes it reads the type. */
const PRINTED = ['docPartObj', 'docPartList', 'picture', 'citation', 'bibliography'];
const PROPERTIES = [...PRINTED, 'sdtPr', 'text', 'dataBinding', 'showingPlcHdr'];

export const printControls: DocumentEdit = whereReadable(async document => {
  for (const part of document.parts) {
    const text = part.endsWith('.xml') ? (document.text(part) ?? '') : '';
    if (!/[<:]sdt[\s>]/.test(text)) continue;
    // a part has more texts than controls, and only bound ones change
    const texts = text.includes('dataBinding') ? ['t', 'rStyle'] : [];
    const elements = await wordElements(document, part, ['sdt', 'sdtContent', ...PROPERTIES, ...texts]);
    document.change(part, await contents(document, elements));
  }
});

const EXTENSIONS = 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0';

/** Their lists of choices come before their text. */
export const printOpenControls: DocumentEdit = whereReadable(async document => {
  for (const part of new Set([document.openPart('content'), document.openPart('styles')])) {
    const elements = await document.elements(part, ['content-control', 'list-item']);
    const extensions = elements.filter(({ uri }) => uri === EXTENSIONS);
    const [controls, items] = ['content-control', 'list-item'].map(name => extensions.filter(e => e.local === name));
    document.change(part, [...controls!.flatMap(control => withoutTags(control)), ...items!.map(removal)]);
  }
});

async function contents(document: EditableDocument, elements: readonly XmlElement[]): Promise<Edit[]> {
  const childOf = firstChildren(elements);
  const texts = grouped(
    elements.filter(({ local }) => ['t', 'rStyle'].includes(local)),
    element => enclosing(element, 'sdt'),
  );
  const dataOf = await readBoundData(
    document,
    elements.filter(({ local }) => local === 'dataBinding'),
  );
  const edits: Edit[] = [];
  for (const control of elements.filter(({ local }) => local === 'sdt')) {
    const [properties, content] = [childOf(control, 'sdtPr'), childOf(control, 'sdtContent')];
    if (!content || PRINTED.some(type => childOf(properties, type))) continue;
    edits.push(...unwrapped(control, content));
    const binding = childOf(properties, 'text') && childOf(properties, 'dataBinding');
    const value = binding ? dataOf(binding) : null;
    if (value !== null)
      edits.push(...filled(texts.get(control) ?? [], value, childOf(properties, 'showingPlcHdr') !== undefined));
  }
  return edits;
}

/** Where the tags declare names, the control becomes one of a building block, which LibreOffice prints as text. */
function unwrapped(control: XmlElement, content: XmlElement): Edit[] {
  const declares = [control, content].some(({ attributes }) => attributes.some(({ name }) => name.startsWith('xmlns')));
  if (declares) {
    const [type, block] = ['sdtPr', 'docPartObj'].map(local => control.name.replace(/sdt$/, local));
    return [{ from: control.contentStart, to: content.start, text: `<${type}><${block}/></${type}>` }];
  }
  return withoutTags(control, content);
}

/** `content`: the element within with what remains. */
const withoutTags = (control: XmlElement, content = control): Edit[] => [
  { from: control.start, to: content.contentStart, text: '' },
  { from: content.contentEnd, to: control.end, text: '' },
];

/** The texts of a control with this value. A placeholder stays where the value is empty, and loses its style where it is not. */
function filled(texts: readonly XmlElement[], value: string, isPlaceholder: boolean): Edit[] {
  const [first, ...others] = texts.filter(({ local }) => local === 't');
  if (!first || (isPlaceholder && value === '')) return [];
  if ([first, ...others].map(({ text }) => text).join('') === value) return [];
  const [begin, end] = [`<${first.name} xml:space="preserve">`, `</${first.name}>`];
  const lines = value.split(/\r\n|\r|\n/).map(line => `${begin}${escapeXml(line)}${end}`);
  const styles = isPlaceholder ? texts.filter(({ local }) => local === 'rStyle') : [];
  const text = lines.join(`<${first.name.replace(/t$/, 'br')}/>`);
  return [{ from: first.start, to: first.end, text }, ...[...others, ...styles].map(removal)];
}
