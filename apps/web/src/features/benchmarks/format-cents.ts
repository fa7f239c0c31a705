import { formatMoney } from '@frostline/ui'

/** What a thousand runs cost in GETs, since one costs next to nothing: "$0.0013". Null: not known. */
export function formatThousandRuns(centsPerRun: number | null, currency = '$'): string {
  return centsPerRun === null ? '—' : formatMoney(centsPerRun * 10, currency)
}
