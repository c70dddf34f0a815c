/** Workbooks of Excel 5 and Excel 97, record by record ([MS-XLS]), with what LibreOffice needs and no more. */
import { compoundFile } from './ancient.js';

export type ExcelVersion = 'Excel 5' | 'Excel 97';

export interface Formula {
  readonly tokens: Buffer;
  readonly value: string | number | boolean;
  /** A record behind that of the formula, e.g. a shared formula. */
  readonly part?: Buffer;
}

export interface SheetSpec97 {
  readonly name: string;
  /** The cells of column A. */
  readonly cells: readonly (string | Formula)[];
  readonly hidden?: boolean;
  /** The first cell. */
  readonly printArea?: boolean;
  readonly header?: string;
  /** Flags of the page; null: no page setup. */
  readonly setup?: number | null;
}

/** `names`: tokens of defined names of the workbook. */
export function excel97(
  version: ExcelVersion,
  specs: readonly SheetSpec97[],
  names: Readonly<Record<string, Buffer>> = {},
): { name: string; bytes: Uint8Array } {
  const stream = streamOf(version, specs, names);
  return { name: 'sheets.xls', bytes: compoundFile({ [version === 'Excel 97' ? 'Workbook' : 'Book']: stream }) };
}

export function streamOf(
  version: ExcelVersion,
  specs: readonly SheetSpec97[],
  names: Readonly<Record<string, Buffer>> = {},
): Buffer {
  const write = new Writer(version === 'Excel 97');
  const substreams = specs.map(spec => write.sheet(spec));
  const length = write.globals(specs, names, []).length;
  const offsets = substreams.map((_, i) => length + Buffer.concat(substreams.slice(0, i)).length);
  return Buffer.concat([write.globals(specs, names, offsets), ...substreams]);
}

export function record(type: number, ...data: readonly Buffer[]): Buffer {
  const content = Buffer.concat(data);
  return Buffer.concat([words(type, content.length), content]);
}

export const words = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const double = (value: number): Buffer => Buffer.from(Float64Array.of(value).buffer);

/** CELL("filename"). */
export function pathFormula(version: ExcelVersion, value: Formula['value'] = 'saved'): Formula {
  const text = version === 'Excel 97' ? bytes(0x17, 8, 0) : bytes(0x17, 8);
  return { tokens: Buffer.concat([text, Buffer.from('filename'), bytes(0x42, 1, 125, 0)]), value };
}

/** A defined name by its number, from 1. */
export function nameFormula(version: ExcelVersion, number: number): Formula {
  return {
    tokens: Buffer.concat([bytes(0x43), words(number), Buffer.alloc(version === 'Excel 97' ? 2 : 12)]),
    value: 'saved',
  };
}

/** A zero and the first cell of a sheet of Excel 97, computed anew whenever the file is opened. */
export function referenceTo(sheet: number): Formula {
  const random = bytes(0x41, 63, 0, 0x1e, 0, 0, 0x05); // RAND()*0
  return { tokens: Buffer.concat([random, bytes(0x5a), words(sheet, 0, 0), bytes(0x08)]), value: 'saved' };
}

/** A cell of a shared formula, whose first cell is at the top of column A. */
export const sharedFormula = (value: string, part?: Buffer): Formula => ({
  tokens: Buffer.concat([bytes(0x01), words(0, 0)]),
  value,
  ...(part && { part }),
});

/** The formula that the first `rows` cells of column A share. */
export const sharedPart = ({ tokens }: Formula, rows: number): Buffer =>
  record(0x4bc, words(0, rows - 1), bytes(0, 0, 0, rows), words(tokens.length), tokens);

class Writer {
  constructor(private readonly isBiff8: boolean) {}

  globals(specs: readonly SheetSpec97[], names: Readonly<Record<string, Buffer>>, offsets: readonly number[]): Buffer {
    const entries = specs.map(({ name, hidden }, i) =>
      record(0x85, words((offsets[i] ?? 0) & 0xffff, (offsets[i] ?? 0) >>> 16, hidden ? 1 : 0), this.#text(name, 1)),
    );
    const areas = specs.flatMap(({ printArea }, i) =>
      printArea ? [this.#name('\x06', 0x20, i + 1, this.#area(i))] : [],
    );
    const defined = Object.entries(names).map(([name, tokens]) => this.#name(name, 0, 0, tokens));
    const links = [
      record(0x1ae, words(specs.length, 0x0401)),
      record(0x17, words(specs.length), ...specs.map((_, i) => words(0, i, i))),
    ];
    return Buffer.concat([
      this.#begin(0x05),
      record(0x42, words(this.isBiff8 ? 1200 : 1252)),
      record(0x3d, words(0, 0, 9000, 9000, 0x38, 0, 0, 1, 600)),
      ...entries,
      ...(this.isBiff8 ? links : []),
      ...defined,
      ...areas,
      record(0x0a),
    ]);
  }

  sheet({ cells, header, setup = 2 }: SheetSpec97): Buffer {
    const rows = cells.map((cell, row) =>
      typeof cell === 'string' ? this.#label(cell, row) : this.#formula(cell, row),
    );
    const page =
      setup === null ? [] : [record(0xa1, words(9, 100, 1, 1, 1, setup, 300, 300), double(0.5), double(0.5), words(1))];
    return Buffer.concat([
      this.#begin(0x10),
      record(0x81, words(0x04c1)),
      ...(header === undefined ? [] : [record(0x14, this.#text(header, this.isBiff8 ? 2 : 1))]),
      ...page,
      record(0x200, this.isBiff8 ? words(0, 0, cells.length, 0, 0, 1, 0) : words(0, cells.length, 0, 1, 0)),
      ...rows,
      record(0x23e, words(0x6b6, 0, 0, 0, 0)),
      record(0x0a),
    ]);
  }

  #begin(kind: number): Buffer {
    return record(0x809, words(this.isBiff8 ? 0x600 : 0x500, kind, 0x0dbb, 0x07cc), Buffer.alloc(this.isBiff8 ? 8 : 0));
  }

  #label(text: string, row: number): Buffer {
    return record(0x204, words(row, 0, 0), this.#text(text, 2));
  }

  #formula({ tokens, value, part }: Formula, row: number): Buffer {
    const result =
      typeof value === 'number' ? double(value) : words(typeof value === 'string' ? 0 : 1, Number(value), 0, 0xffff);
    return Buffer.concat([
      record(0x06, words(row, 0, 0), result, words(0, 0, 0, tokens.length), tokens),
      ...(part ? [part] : []),
      ...(typeof value === 'string' ? [record(0x207, this.#text(value, 2))] : []),
    ]);
  }

  #name(name: string, flags: number, sheet: number, tokens: Buffer): Buffer {
    const head = [
      words(flags),
      bytes(0, name.length),
      words(tokens.length, this.isBiff8 ? 0 : sheet, sheet),
      Buffer.alloc(4),
    ];
    return record(0x18, ...head, bytes(...(this.isBiff8 ? [0] : [])), Buffer.from(name, 'latin1'), tokens);
  }

  #area(sheet: number): Buffer {
    if (this.isBiff8) return Buffer.concat([bytes(0x3b), words(sheet, 0, 0, 0, 0)]);
    return Buffer.concat([bytes(0x3b), words(0xffff), Buffer.alloc(8), words(sheet, sheet, 0, 0), bytes(0, 0)]);
  }

  #text(text: string, countLength: 1 | 2): Buffer {
    const count = countLength === 1 ? bytes(text.length) : words(text.length);
    if (!this.isBiff8) return Buffer.concat([count, Buffer.from(text, 'latin1')]);
    const isWide = /[^\0-\xff]/.test(text);
    return Buffer.concat([count, bytes(isWide ? 1 : 0), Buffer.from(text, isWide ? 'utf16le' : 'latin1')]);
  }
}
