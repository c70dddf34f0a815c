/** The tables of a sheet (ECMA-376-1, 18.5.1.2), and where they are. */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { relationshipsOf, resolvePart } from '../../../document.js';
import type { EditableDocument } from '../../document.js';
import { MAX_COLUMNS, placeIn } from '../../layout/sheets/wrapped.js';
import type { Area } from './looks.js';

const CELL = /^[A-Z]{1,3}\d{1,7}$/;

export interface TablePart {
  readonly root: XmlElement;
  /** Of its style. */
  readonly info: XmlElement | undefined;
  readonly area: Area;
}

export async function tablesIn(document: EditableDocument, sheet: string): Promise<TablePart[]> {
  const relations = await document.elements(relationshipsOf(sheet), ['Relationship']);
  const tables: TablePart[] = [];
  for (const relation of relations) {
    if (!attributeOf(relation, 'Type')?.endsWith('/table')) continue;
    const part = resolvePart(sheet, attributeOf(relation, 'Target') ?? '');
    const [root, info] = await document.elements(part, ['table', 'tableStyleInfo']);
    const area = root && areaOf(attributeOf(root, 'ref') ?? '');
    if (area) tables.push({ root, info, area });
  }
  return tables;
}

function areaOf(reference: string): Area | null {
  const [first, last] = reference.split(':').map(placeOf);
  return first && last ? { top: first.row, left: first.column, bottom: last.row, right: last.column } : null;
}

/** Of a cell; rows and columns count from 1. Null for other texts, and beyond the last column. */
export function placeOf(reference: string): { row: number; column: number } | null {
  const place = CELL.test(reference) ? placeIn(reference) : null;
  return place && place.column <= MAX_COLUMNS ? place : null;
}
