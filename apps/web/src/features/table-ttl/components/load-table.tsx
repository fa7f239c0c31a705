'use client'
import { estimateTtlCost, type StoragePrices } from '@frostline/domain'
import { formatBytes, formatCount, formatCountOf, formatMoney } from '@frostline/ui'
import type { TtlLoadView } from '../table-ttl.ts'
import { describeLoss } from './loss-summary.tsx'

interface Props {
  gentle: TtlLoadView
  heavy: TtlLoadView
  prices: StoragePrices
  currency: string
}

type Totals = TtlLoadView['movesNow']

const parts = (totals: Totals): string =>
  totals.parts === 0
    ? '—'
    : `${formatCountOf(totals.parts, 'part')}, ${formatCountOf(totals.rows, 'row')}, ${formatBytes(totals.bytes)}`

function describeMonthly(perMonth: number, currency: string): string {
  if (perMonth === 0) return 'no change per month'
  return perMonth < 0
    ? `saves ${formatMoney(-perMonth, currency)} a month`
    : `adds ${formatMoney(perMonth, currency)} a month`
}

const lines: readonly {
  label: string
  note: string
  value: (load: TtlLoadView, prices: StoragePrices, currency: string) => string
}[] = [
  {
    label: 'Move immediately',
    note: 'The last row is due and the part has TTL information.',
    value: (load) => parts(load.movesNow),
  },
  {
    label: 'Due, but stay',
    note: 'No TTL information. Use a tier migration.',
    value: (load) => parts(load.waits),
  },
  {
    label: 'Move later',
    note: 'Moved by the server on their due day.',
    value: (load) => parts(load.movesLater),
  },
  {
    label: 'Cannot move',
    note: 'Too large for the volume, or the volume is missing.',
    value: (load) => parts(load.blocked),
  },
  {
    label: 'Unknown',
    note: 'Neither the parts nor the rows could be read.',
    value: (load) => parts(load.unknown),
  },
  { label: 'Dropped whole', note: 'All rows are expired.', value: (load) => parts(load.vanishes) },
  {
    label: 'Data lost',
    note: 'Gentle: when parts merge. Heavy: immediately.',
    value: (load) => describeLoss(load.loss).join(', ') || '—',
  },
  {
    label: 'Rewritten',
    note: 'Whole parts, by the mutation.',
    value: (load) => parts(load.rewritten),
  },
  {
    label: 'Upload',
    note: 'To object storage, immediately.',
    value: (load) => (load.uploadedBytes === 0n ? '—' : formatBytes(load.uploadedBytes)),
  },
  {
    label: 'Requests',
    note: 'Estimate: one PUT per file plus five, one upload part per 16 MiB above 32 MiB, one GET per file.',
    value: (load) =>
      load.writeRequests + load.readRequests === 0n
        ? '—'
        : `${formatCount(load.writeRequests)} PUT, ${formatCount(load.readRequests)} GET`,
  },
  {
    label: 'Cost',
    note: 'Requests once, then storage without the deleted data. At the prices below.',
    value: (load, prices, currency) => {
      const { requests, perMonth } = estimateTtlCost(load, prices)
      return `${requests === 0 ? 'nothing' : formatMoney(requests, currency)} once, ${describeMonthly(perMonth, currency)}`
    },
  },
]

/** Lines with a value; empty ones are left out, except the first two, which people expect. */
function linesOf({ gentle, heavy, prices, currency }: Props) {
  return lines
    .map(({ label, note, value }) => ({
      label,
      note,
      gentle: value(gentle, prices, currency),
      heavy: value(heavy, prices, currency),
    }))
    .filter((line, index) => index < 2 || line.gentle !== '—' || line.heavy !== '—')
}

/** Both modes side by side, over all nodes. */
export function LoadTable(props: Props) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Effect, scrollable"
      className="overflow-x-auto"
    >
      <table aria-label="Effect" className="w-full min-w-140 text-sm">
        <thead>
          <tr className="border-b text-left text-ink-3 text-xs">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              All nodes together
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right font-medium">
              Gentle
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Heavy
            </th>
          </tr>
        </thead>
        <tbody>
          {linesOf(props).map((line) => (
            <tr key={line.label} className="border-b last:border-b-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal" title={line.note}>
                {line.label}
                <span className="block text-2xs text-ink-3">{line.note}</span>
              </th>
              <td className="py-1.5 pr-3 text-right tabular-nums">{line.gentle}</td>
              <td className="py-1.5 text-right tabular-nums">{line.heavy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
