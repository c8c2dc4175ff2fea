/** What a chart draws, as a table for whoever can't see it or wants the numbers. */
export const AsTable = ({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly string[])[];
}) => (
  <details className="border-t border-line-soft text-xs">
    <summary className="min-h-11 px-4 py-3.5 font-semibold text-muted lg:min-h-9 lg:py-2.5">
      As a table
    </summary>
    <div className="overflow-x-auto px-4 pb-3">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-muted">
          <tr>
            {columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={`py-1 pr-3 font-normal last:pr-0 ${at === 0 ? 'text-left' : 'text-right'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name} className="border-t border-line-soft">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]} className="py-1 pr-3 text-right last:pr-0">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
