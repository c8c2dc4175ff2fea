import type { ReactNode } from 'react';

/** Figures in rows, under the names of their columns; the first one names its row. */
export const Table = ({
  label,
  heads,
  rows,
  none,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** What it means that there are none. */
  none: string;
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
                className={`px-4 py-2 font-normal ${index === 0 ? '' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft border-t border-line-soft">
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className="px-4 py-2 text-left font-semibold wrap-anywhere">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={heads[index + 1]} className="px-4 py-2 text-right wrap-anywhere">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
