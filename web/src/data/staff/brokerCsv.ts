import { BROKER_CSV_MAX } from '@quantalgo/contracts';

/** The lines of a CSV; a line break inside quotes ends none. */
function linesOf(csv: string): string[] {
  const lines: string[] = [];
  let open = false;
  let line = '';
  for (const part of csv.split(/\r?\n/)) {
    line = open ? `${line}\n${part}` : part;
    open = (line.split('"').length - 1) % 2 === 1;
    if (!open) lines.push(line);
  }
  return open ? [...lines, line] : lines;
}

/** Part of a list, and how many lines of the list stand before its rows. */
export interface ListPart {
  readonly csv: string;
  readonly linesBefore: number;
}

/** Divides the broker's list into parts that a call takes, each below the list's head. */
export function partsOfList(csv: string, most = BROKER_CSV_MAX): ListPart[] {
  const [head = '', ...rows] = linesOf(csv);
  const parts: ListPart[] = [];
  let held: string[] = [];
  let length = head.length;
  let taken = 0;
  const close = () => {
    if (held.length === 0) return;
    parts.push({ csv: [head, ...held].join('\n'), linesBefore: taken });
    taken += held.length;
    held = [];
    length = head.length;
  };
  for (const row of rows) {
    if (length + row.length + 1 > most) close();
    held.push(row);
    length += row.length + 1;
  }
  close();
  return parts.length === 0 ? [{ csv: head, linesBefore: 0 }] : parts;
}
