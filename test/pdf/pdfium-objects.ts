/** The objects of a page as PDFium reads them, by its C interface, of which @hyzyla/pdfium exposes no more than the kinds. */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Box, Matrix } from '../../src/pdf/index.js';

export type Kind = 'text' | 'path' | 'image' | 'shading' | 'form';

export interface PageObject {
  readonly kind: Kind;
  /** In points of the page, or in the space of the form around it. */
  readonly box: Box;
  readonly matrix: Matrix;
  /** Red, green and blue from 0 to 255. */
  readonly fill: readonly number[];
  /** Of text. */
  readonly size: number;
  readonly mode: number;
  readonly text: string;
  /** Of a form. */
  readonly objects: readonly PageObject[];
}

type PDFium = Record<`_${string}`, (...values: number[]) => number> & {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPU32: Uint32Array;
};

/** In bytes, for the longest text. */
const MEMORY = 1 << 16;
/** FPDF_PAGEOBJ_... */
const KINDS: readonly (Kind | undefined)[] = [undefined, 'text', 'path', 'image', 'shading', 'form'];

let library: PDFiumLibrary | null = null;

export async function openInPdfium(bytes: Uint8Array, password: string): Promise<PDFiumDocument | null> {
  library ??= await PDFiumLibrary.init();
  return library.loadDocument(bytes, password).catch(() => null);
}

export function objectsOf(document: PDFiumDocument, index: number): PageObject[] {
  const { module, pageIdx } = document.getPage(index) as unknown as { module: PDFium; pageIdx: number };
  const memory = module._malloc!(MEMORY);
  const page = module._FPDFText_LoadPage!(pageIdx);
  const floats = (count: number) => [...module.HEAPF32.subarray(memory >> 2, (memory >> 2) + count)];
  const read = (object: number): PageObject => {
    module._FPDFPageObj_GetBounds!(object, memory, memory + 4, memory + 8, memory + 12);
    const [left, bottom, right, top] = floats(4) as [number, number, number, number];
    module._FPDFPageObj_GetMatrix!(object, memory);
    const matrix = floats(6) as unknown as Matrix;
    module._FPDFPageObj_GetFillColor!(object, memory, memory + 4, memory + 8, memory + 12);
    const fill = [...module.HEAPU32.subarray(memory >> 2, (memory >> 2) + 3)];
    module._FPDFTextObj_GetFontSize!(object, memory);
    const [size] = floats(1) as [number];
    const kind = KINDS[module._FPDFPageObj_GetType!(object)]!;
    const count = kind === 'form' ? module._FPDFFormObj_CountObjects!(object) : 0;
    const objects = Array.from({ length: count }, (_, i) => read(module._FPDFFormObj_GetObject!(object, i)));
    const mode = kind === 'text' ? module._FPDFTextObj_GetTextRenderMode!(object) : 0;
    const length = kind === 'text' ? module._FPDFTextObj_GetText!(object, page, memory, MEMORY) : 0;
    const text =
      length <= MEMORY ? Buffer.from(module.HEAPU8.subarray(memory, memory + length)).toString('utf16le') : '';
    return { kind, box: { left, bottom, right, top }, matrix, fill, size, mode, text, objects };
  };
  const objects = Array.from({ length: module._FPDFPage_CountObjects!(pageIdx) }, (_, i) =>
    read(module._FPDFPage_GetObject!(pageIdx, i)),
  );
  module._FPDFText_ClosePage!(page);
  module._free!(memory);
  return objects;
}
