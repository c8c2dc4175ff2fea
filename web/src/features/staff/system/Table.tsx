import type { ReactNode } from 'react';

/** Figures in rows, under the names of their columns; the first one names its row. */
export const Table = ({
  label,
  heads,
  rows,
  none,
  prose = false,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** What it means that there are none. */
  none: string;
  /** Whether the cells are sentences, which may take several lines. */
  prose?: boolean;
}) =>
  rows.length === 0 ? (
    <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">{none}</p>
  ) : (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-t border-line-soft text-sm tabular-nums">
        <thead>
          <tr className="text-left text-xs text-muted">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`px-2 py-2 font-normal first:pl-4 last:pr-4 ${index === 0 ? '' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft border-t border-line-soft">
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className="py-2 pr-2 pl-4 text-left font-semibold">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={heads[index + 1]}
                  className={`px-2 py-2 text-right last:pr-4 ${prose ? 'wrap-anywhere' : 'whitespace-nowrap'}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
