import { formatMoney } from '@frostline/ui'

/** Cost of a thousand runs in GETs, since one costs next to nothing: "$0.0013". Null: unknown. */
export function formatThousandRuns(centsPerRun: number | null, currency = '$'): string {
  return centsPerRun === null ? '—' : formatMoney(centsPerRun * 10, currency)
}
