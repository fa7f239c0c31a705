import type { ChartSeries } from './chart-series.ts'

/** Which colour is which. The table of the chart says it to who cannot see colours. */
export function ChartLegend({ series }: { series: readonly ChartSeries[] }) {
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
