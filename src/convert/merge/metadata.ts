/** The metadata of a merged PDF, in which it states its conformance. */
import type { PdfOptions } from '../options.js';

/** XMP (ISO 16684-1) with the level of PDF/A (ISO 19005-2, 6.6.4) and PDF/UA (ISO 14289-1, clause 5); null: neither. */
export function conformanceMetadata({ pdfa, pdfua }: PdfOptions): string | null {
  if (!pdfa && !pdfua) return null;
  const archive =
    pdfa && description('pdfaid', 'http://www.aiim.org/pdfa/ns/id/', { part: pdfa[0]!, conformance: 'B' });
  const accessible = pdfua && description('pdfuaid', 'http://www.aiim.org/pdfua/ns/id/', { part: '1' });
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${[archive, accessible].filter(Boolean).join('\n')}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

function description(prefix: string, namespace: string, values: Readonly<Record<string, string>>): string {
  const properties = Object.entries(values).map(([name, value]) => `<${prefix}:${name}>${value}</${prefix}:${name}>`);
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${properties.join('')}</rdf:Description>`;
}
