import { showText } from '../name-of-key.ts'
import type { RowsPreview } from '../source.ts'

type PreviewTableProps = Pick<RowsPreview, 'columns' | 'rows'>

const numeric = /^(Nullable\()?(U?Int|Float|Decimal)/

/** A plain table: twenty rows need no virtualization. */
export function PreviewTable({ columns, rows }: PreviewTableProps) {
  if (rows.length === 0) return <p className="p-4 text-ink-3 text-sm">No rows.</p>
  return (
    <section
      aria-label="First rows, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-128 overflow-auto scrollbar-thin"
    >
      <table className="min-w-full text-xs">
        <caption className="sr-only">First rows</caption>
        <thead className="sticky top-0 bg-surface text-left">
          <tr>
            {columns.map(({ name, type }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none ever moves
              <th key={index} scope="col" className="whitespace-nowrap border-b px-3 py-1.5 font-medium">
                {showText(name)}
                <span className="block font-mono font-normal text-2xs text-ink-3">{type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and none ever moves
            <tr key={index} className="border-b last:border-b-0">
              {row.map((value, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: as in the head
                  key={column}
                  className={`max-w-96 truncate whitespace-pre px-3 py-1 font-mono ${numeric.test(columns[column]?.type ?? '') ? 'text-right' : ''}`}
                  title={value ?? undefined}
                >
                  {value === null ? <span className="text-ink-3">NULL</span> : showText(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
