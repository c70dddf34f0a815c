/** XMP metadata (ISO 16684-1): properties of a PDF's metadata stream are replaced or added. */
import { DEFAULT_LIMITS } from '../limits.js';
import { appendTo, applyEdits, type Edit, escapeXml, readPartElements } from '../xml.js';

export interface XmpValues {
  title?: string | undefined;
  author?: string | undefined;
  /** Conformance level of PDF/A, 'B'; replaced only where the metadata states one. */
  conformance?: string | undefined;
}

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const PDFA = 'http://www.aiim.org/pdfa/ns/id/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** The metadata with these values; what is undefined stays. Throws CORRUPT_DOCUMENT when it is not well-formed. */
export async function editXmp(xmp: string, { title, author, conformance }: XmpValues): Promise<string> {
  const names = ['title', 'creator', 'conformance', 'RDF'];
  const elements = await readPartElements({ name: 'XMP', text: xmp }, names, DEFAULT_LIMITS);
  const root = elements.find(({ uri, local }) => uri === RDF && local === 'RDF');
  if (!root) return xmp;
  const find = (namespace: string, name: string) =>
    elements.find(({ uri, local }) => uri === namespace && local === name);
  const rdf = root.name.slice(0, -'RDF'.length);
  const item = (text: string, attribute = '') => `<${rdf}li${attribute}>${escapeXml(text)}</${rdf}li>`;
  const set = (name: string, value: string) => {
    const property = `<dc:${name} xmlns:dc="${DUBLIN_CORE}">${value}</dc:${name}>`;
    const old = find(DUBLIN_CORE, name);
    if (old) return { from: old.start, to: old.end, text: property };
    return appendTo(root, `<${rdf}Description ${rdf}about="">${property}</${rdf}Description>`);
  };
  const edits: Edit[] = [];
  if (title !== undefined) edits.push(set('title', `<${rdf}Alt>${item(title, ' xml:lang="x-default"')}</${rdf}Alt>`));
  if (author !== undefined) edits.push(set('creator', `<${rdf}Seq>${item(author)}</${rdf}Seq>`));
  const claimed = find(PDFA, 'conformance');
  if (conformance !== undefined && claimed) {
    edits.push({ from: claimed.contentStart, to: claimed.contentEnd, text: conformance });
  }
  return applyEdits(xmp, edits);
}
