import { type ReactNode, Suspense } from 'react'
import { joinClasses } from '../join-classes.ts'
import { Skeleton } from '../skeleton.tsx'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartSeries } from './chart-series.ts'

export interface ChartFrameProps {
  label: string
  /** Of the picture, without its legend. */
  heightPx: number
  /** Several are told apart by a legend. */
  series?: readonly ChartSeries[] | undefined
  /** The same figures as a table, for screen readers. */
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly string[] }[]
  children: ReactNode
  className?: string | undefined
}

/** Keeps the chart's height while its code loads, and gives its figures as a table to who cannot see it. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, heightPx, series = [], columns, rows, children, className } = props
  return (
    <figure aria-label={label} className={joinClasses('relative min-w-0', className)}>
      {series.length > 1 ? <ChartLegend series={series} /> : null}
      <div aria-hidden style={{ height: heightPx }}>
        <Suspense fallback={<Skeleton className="size-full" />}>{children}</Suspense>
      </div>
      {/* Around the table: a table itself keeps its height, and the page would scroll far below its end. */}
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
