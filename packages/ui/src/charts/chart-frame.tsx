import { type ReactNode, Suspense } from 'react'
import { joinClasses } from '../join-classes.ts'
import { Skeleton } from '../skeleton.tsx'
import type { ChartSeries } from './chart-series.ts'

export interface ChartFrameProps {
  label: string
  /** Of the picture, without its legend. */
  heightPx: number
  /** Several get a legend. */
  series?: readonly ChartSeries[] | undefined
  /** The same figures as a table, for screen readers. */
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly string[] }[]
  children: ReactNode
  /** Above the picture, for the keyboard. */
  overlay?: ReactNode
  className?: string | undefined
}

/** Keeps the chart's height while its code loads, and provides its figures as a table for screen readers. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, heightPx, series = [], columns, rows, children, overlay, className } = props
  return (
    <figure aria-label={label} className={joinClasses('relative min-w-0', className)}>
      {series.length > 1 ? <ChartLegend series={series} /> : null}
      <div className="relative">
        <div aria-hidden style={{ height: heightPx }}>
          <Suspense fallback={<Skeleton className="size-full" />}>{children}</Suspense>
        </div>
        {overlay}
      </div>
      {/* Wraps the table: a table itself keeps its height, and the page would scroll far below its end. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                {row.cells.map((cell, index) => (
                  <td key={columns[index] ?? cell}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Which colour is which. Screen readers use the chart's table instead. */
function ChartLegend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs">
      {series.map(({ key, label, color }) => (
        <li key={key} className="flex min-w-0 items-center gap-1.5">
          <span className="size-2.5 shrink-0 rounded-xs" style={{ background: color }} />
          <span className="truncate">{label}</span>
        </li>
      ))}
    </ul>
  )
}
