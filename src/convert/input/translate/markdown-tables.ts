/** Rows of Markdown tables with more cells than the table has columns, whose excess GitHub and the parser leave out. */
import { type MarkedExtension, Tokenizer, type Tokens } from 'marked';

/** A pipe in code cuts no such row, and what remains is text of the last cell. */
export const wholeRows: MarkedExtension = {
  tokenizer: {
    table(source) {
      const parse = (text: string) => Tokenizer.prototype.table.call(this, text);
      const table = parse(source);
      const whole = table && withWholeRows(table);
      return whole === table?.raw ? table : { ...parse(whole!)!, raw: table!.raw };
    },
  },
};

function withWholeRows({ raw, header }: Tokens.Table): string {
  const [head, delimiters, ...rows] = raw.split('\n');
  return [head, delimiters, ...rows.map(row => withWholeCells(row, header.length))].join('\n');
}

function withWholeCells(row: string, columns: number): string {
  if (cellsOf(row).length <= columns) return row;
  const cells = cellsOf(withPipesInCode(row));
  return `|${[...cells.slice(0, columns - 1), cells.slice(columns - 1).join('\\|')].join('|')}|`;
}

const CELL = /((?:\\.?|[^|\\])*)(?:\||$)/gs;

/** Without the empty ones at the end. */
function cellsOf(row: string): string[] {
  const cells = [...row.trim().matchAll(CELL)].map(([, cell]) => cell!);
  if (cells[0]?.trim() === '') cells.shift();
  while (cells.at(-1)?.trim() === '') cells.pop();
  return cells;
}

/** With a backslash before each pipe between marks of code of the same length. */
function withPipesInCode(row: string): string {
  const parts = row.split(/(`+)/);
  const last = new Map(parts.map((part, i) => [part, i]));
  let open = '';
  return parts
    .map((part, i) => {
      if (!part.startsWith('`')) return open ? part.replace(/\\.|\|/g, pipe => (pipe === '|' ? '\\|' : pipe)) : part;
      if (open) open = part === open ? '' : open;
      else if (last.get(part)! > i) open = part;
      return part;
    })
    .join('');
}
