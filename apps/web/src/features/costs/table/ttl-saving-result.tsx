import { column, type DataColumn, DataTable, formatBytes } from '@frostline/ui'
import { Money } from '../components/money.tsx'
import type { TtlSaving } from '../costs.ts'

/** The TTL with the other age, and the savings on some days of the next year. */
export function TtlSavingResult({ saving }: { saving: TtlSaving }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2 text-sm">
        {saving.storedAge === null
          ? `Currently no rule moves rows to ${saving.volume}.`
          : `The current rule for ${saving.volume} is ${saving.storedAge}.`}{' '}
        Storage costs <Money amount={saving.perMonth} currency={saving.currency} /> a month today. With:{' '}
        <code className="break-all font-mono text-xs">TTL {saving.ttl}</code>
      </p>
      <div className="rounded-md border">
        <DataTable
          label="Saved by the change"
          columns={columnsOf(saving)}
          rows={saving.points}
          getRowId={({ at }) => at.toISOString()}
        />
      </div>
      <p className="text-ink-3 text-xs">
        Storage only, as if the TTL were materialized in all parts. The dry run in the TTL editor shows the
        one-time cost of the moves.
        {saving.shared ? ' Replicas share one copy there. It counts once.' : ''}
      </p>
    </div>
  )
}

function columnsOf({ currency }: TtlSaving): readonly DataColumn<TtlSaving['points'][number]>[] {
  const numeric = { align: 'end', minWidthPx: 130 } as const
  // Sums of many parts leave fractions of a byte.
  const bytes = (amount: number) => `${amount <= -0.5 ? '−' : ''}${formatBytes(Math.round(Math.abs(amount)))}`
  return [
    column('at', 'On', 110, ({ at }) => at.toISOString().slice(0, 10)),
    {
      ...{ ...numeric, id: 'cooled', header: 'More data on cold' },
      cell: ({ cooledBytes }) => bytes(cooledBytes),
    },
    {
      ...{ ...numeric, id: 'removed', header: 'More data deleted' },
      cell: ({ removedBytes }) => bytes(removedBytes),
    },
    {
      ...{ ...numeric, id: 'saved', header: 'Saved per month' },
      cell: ({ perMonth }) => <Money amount={perMonth} currency={currency} />,
    },
  ]
}
