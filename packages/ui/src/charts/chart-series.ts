/** One colour of a chart. Colours are CSS: `tierColors.hot`, `var(--color-accent)`. */
export interface ChartSeries {
  key: string
  label: string
  color: string
}

/** A value is null where nothing could be read: the line breaks there instead of dropping to zero. */
export type ChartValues = Readonly<Record<string, number | null>>

export interface ChartProps {
  /** Accessible name of the chart. */
  label: string
  formatValue: (value: number | null) => string
  heightPx?: number | undefined
  className?: string | undefined
}
