import { Parser } from 'htmlparser2';
import type { Table } from './table';

const MAX_COLSPAN = 100;

/** A table that is being read; its cell is null between cells. */
interface OpenTable {
  readonly rows: string[][];
  cell: { text: string; readonly span: number } | null;
}

const isHidden = ({ class: name = '', style = '' }: Readonly<Record<string, string>>): boolean =>
  /\bhidden\b/.test(name) || /display:\s*none/i.test(style);

const toSpan = (colspan = '1'): number =>
  Math.min(MAX_COLSPAN, Math.max(1, Number.parseInt(colspan, 10) || 1));

/** Elements of HTML and of Excel's XML. */
const ROWS = new Set(['tr', 'row']);
const CELLS = new Set(['td', 'th', 'cell']);
const BREAKS = new Set(['br', 'div', 'p']);
const IGNORED = new Set(['script', 'style', 'title']);

/** The tables of an HTML page, as MetaTrader's statements are; hidden cells are left out. */
export function readHtml(html: string): Table[] {
  const tables: Table[] = [];
  const open: OpenTable[] = [];
  let ignored = 0;
  const endCell = () => {
    const table = open.at(-1);
    if (!table?.cell) return;
    const { text, span } = table.cell;
    const blanks = Array.from({ length: span - 1 }, () => '');
    table.rows.at(-1)?.push(text.replace(/\s+/g, ' ').trim(), ...blanks);
    table.cell = null;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const table = open.at(-1);
      if (name === 'table') open.push({ rows: [], cell: null });
      else if (ROWS.has(name)) table?.rows.push([]);
      else if (CELLS.has(name) && table && !isHidden(attributes))
        table.cell = { text: '', span: toSpan(attributes['colspan']) };
      else if (BREAKS.has(name) && table?.cell) table.cell.text += ' ';
      else if (IGNORED.has(name)) ignored += 1;
    },
    ontext(text) {
      const cell = open.at(-1)?.cell;
      if (cell && ignored === 0) cell.text += text;
    },
    onclosetag(name) {
      if (CELLS.has(name)) endCell();
      else if (IGNORED.has(name)) ignored -= 1;
      else if (name === 'table') {
        const table = open.pop();
        if (table) tables.push({ name: null, rows: table.rows });
      }
    },
  });
  parser.end(html);
  return tables.filter(({ rows }) => rows.length > 0);
}
