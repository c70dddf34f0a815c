/** The claim of PDF/UA for a PDF that docconv's own check refuses: Gotenberg writes it as well as it can. */
import type { Operation } from '../../convert/index.js';
import { DocconvError } from '../../errors.js';

export function isAboutPdfua(thrown: unknown): boolean {
  return thrown instanceof DocconvError && thrown.code === 'PDFA_INVALID' && thrown.detail.standard === 'PDF/UA-1';
}

/** ISO 14289-1, 5: its schema is none of those that PDF/A knows. */
export const CLAIM_OF_PDFUA: Operation = {
  kind: 'metadata',
  values: {},
  extensions: [
    {
      description: 'PDF/UA identification schema',
      namespace: 'http://www.aiim.org/pdfua/ns/id/',
      prefix: 'pdfuaid',
      properties: [
        { name: 'part', value: '1', description: 'Part of ISO 14289', type: 'Integer', category: 'internal' },
      ],
    },
  ],
};
