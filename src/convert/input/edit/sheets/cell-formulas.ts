/** The formulas of a sheet of an Excel workbook (ECMA-376-1, 18.3.1.40), found without reading the whole sheet as XML. */
import { attributeIn } from '../layout/tags.js';

/** A cell up to its formula, with the prefix of its namespace; the formula; the saved result. */
const CELLS =
  /(<((?:\w+:)?)c(?=[\s>])[^<>]*>\s*)(<\2f(?=[\s/>])[^<>]*?(?:\/>|>([^<]*)<\/\2f>))(?:\s*(<\2v(?=[\s/>])[^<>]*>)([^<]*))?/g;

export interface CellFormula {
  /** Of its cell, such as A1. */
  readonly reference: string;
  readonly formula: string;
  /** Its element. */
  readonly from: number;
  readonly to: number;
  /** Of cells that share a formula, which one of them has; a group of its own for any other cell. */
  readonly group: string | number;
  readonly hasResult: boolean;
  /** As it is written; '' for none. */
  readonly result: string;
  /** Where the saved result ends; `to` where there is none. */
  readonly end: number;
  readonly kind: string | undefined;
}

export function* cellFormulas(text: string): Generator<CellFormula> {
  for (const { 0: found, 1: cell, 3: element, 4: formula = '', 5: value, 6: result, index } of text.matchAll(CELLS)) {
    const from = index + cell!.length;
    const to = from + element!.length;
    const tag = element!.slice(0, element!.indexOf('>') + 1);
    const kind = attributeIn(tag, 't');
    yield {
      ...{ reference: attributeIn(cell!, 'r') ?? '', formula, from, to },
      group: kind === 'shared' ? (attributeIn(tag, 'si') ?? from) : from,
      hasResult: hasResult(cell!, value, result),
      result: result ?? '',
      end: value === undefined ? to : endOfResult(text, index + found.length, value),
      kind,
    };
  }
}

/** The result of a text may be empty. */
function hasResult(cell: string, value: string | undefined, result: string | undefined): boolean {
  if (value === undefined) return false;
  return attributeIn(cell, 't') === 'str' || (result !== '' && !value.endsWith('/>'));
}

/** `at`: where its end tag begins. */
function endOfResult(text: string, at: number, startTag: string): number {
  return startTag.endsWith('/>') ? at : text.indexOf('>', at) + 1;
}
