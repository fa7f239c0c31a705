/** What a thousand runs cost in GETs, since one costs next to nothing: "$0.0128". Null: not known. */
export function formatThousandRuns(centsPerRun: number | null): string {
  if (centsPerRun === null) return '—'
  const dollars = centsPerRun * 10
  if (dollars === 0) return '$0'
  return dollars >= 1 ? `$${dollars.toFixed(2)}` : `$${Number(dollars.toPrecision(3))}`
}
