'use client'
import { addTtlLoads, answerRefusedTtl, answerTtl, type PriceBook, storagePricesOf } from '@frostline/domain'
import {
  Button,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  ErrorState,
  Fold,
  formatCount,
  formatCountOf,
  monoColumn,
  Panel,
} from '@frostline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { usePriceBook } from '@/features/costs/hooks/use-price-book.ts'
import { PlanChecks } from '@/features/tier-migrations/components/plan-checks.tsx'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { TableTtl, TtlPreview } from '../table-ttl.ts'
import { LoadTable } from './load-table.tsx'
import { LossSummary, sumLosses } from './loss-summary.tsx'
import { partColumns } from './part-columns.tsx'
import { PriceFields } from './price-fields.tsx'
import { TtlMaps } from './ttl-maps.tsx'

interface Props {
  cluster: string
  /** Targets of the table's policy: for disks with prices of their own. */
  targets: TableTtl['data']['targets']
  preview: UseQueryResult<TtlPreview, unknown>
  /** A dry run of the current draft was requested. */
  asked: boolean
  ready: boolean
  onAsk: () => void
}

/** Exactly what the TTL would do, before anything is sent. */
export function DryRunPanel({ cluster, targets, preview, asked, ready, onAsk }: Props) {
  const prices = usePriceBook(cluster)
  const button = (
    <Button
      icon={<FlaskConical aria-hidden />}
      disabled={!ready}
      busy={asked && preview.isFetching}
      onClick={onAsk}
    >
      Dry run
    </Button>
  )
  if (!asked)
    return (
      <Panel title="2. Dry run" actions={button}>
        <p className="text-ink-2 text-sm">
          Reads the TTL information of each part, or the oldest and newest time of its rows if it has none.
          Nothing is changed.
        </p>
      </Panel>
    )
  return (
    <Panel
      title="2. Dry run"
      actions={button}
      minHeightPx={240}
      {...panelFromQuery(preview, { task: 'run the dry run' })}
    >
      {preview.data && prices.data ? (
        <Result data={preview.data.data} book={prices.data.book} targets={targets} />
      ) : prices.error ? (
        <ErrorState
          error={reportError(prices.error, 'read the price book')}
          onRetry={() => refetchFresh(prices)}
        />
      ) : null}
    </Panel>
  )
}

type Data = TtlPreview['data']

function Result({ data, book, targets }: { data: Data; book: PriceBook; targets: Props['targets'] }) {
  const [prices, setPrices] = useState(() => {
    const disks = (remote: boolean) =>
      targets.flatMap((each) => (each.to === 'disk' && each.remote === remote ? each.disks : []))
    return storagePricesOf(book, { hot: disks(false), cold: disks(true) })
  })
  const gentle = { ...addTtlLoads(data.nodes.map((each) => each.gentle)), loss: sumLosses(data, 'gentle') }
  const heavy = { ...addTtlLoads(data.nodes.map((each) => each.heavy)), loss: sumLosses(data, 'heavy') }
  if (!data.accepted)
    return (
      <div className="flex flex-col gap-5">
        <AnswerFirst
          inset
          answer={answerRefusedTtl(data.checks.filter(({ outcome }) => outcome === 'blocking').length)}
        />
        <PlanChecks checks={data.checks} />
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <AnswerFirst inset answer={answerTtl({ gentle, heavy })}>
        {data.maps.now.partitionIds.length > 0 ? <TtlMaps data={data} /> : null}
      </AnswerFirst>
      <LossSummary data={data} />
      <PlanChecks checks={data.checks} />
      <Fold inset title="Effect" note="all nodes together, gentle and heavy side by side" open>
        <div className="flex flex-col gap-4">
          <LoadTable gentle={gentle} heavy={heavy} prices={prices} currency={book.currency} />
          <PriceFields prices={prices} book={book} onChange={setPrices} />
        </div>
      </Fold>
      <Fold inset title="By node" note={formatCountOf(data.nodes.length, 'node')} flush>
        <DataTable
          label="By node"
          columns={nodeColumns}
          rows={data.nodes}
          getRowId={({ node }) => node}
          maxHeightPx={240}
        />
      </Fold>
      {(['gentle', 'heavy'] as const).map((way) =>
        data.later[way].length > 0 ? (
          <Fold
            inset
            key={way}
            title={`Upcoming moves, ${way}`}
            note={`${formatCountOf(data.later[way].length, 'line')}, by day`}
            flush
          >
            <DataTable
              label={`Upcoming moves, ${way}`}
              columns={laterColumns}
              rows={data.later[way]}
              getRowId={({ day, to }) => `${day} ${to}`}
              maxHeightPx={240}
            />
          </Fold>
        ) : null,
      )}
      <Fold
        inset
        title="Parts"
        note={
          data.affectedParts > data.parts.length
            ? `${data.parts.length} of ${formatCount(data.affectedParts)}, the most urgent first`
            : formatCount(data.affectedParts)
        }
        flush
      >
        <DataTable
          label="Parts"
          columns={partColumns}
          rows={data.parts}
          getRowId={({ node, name }) => `${node} ${name}`}
          maxHeightPx={360}
          empty={<p className="p-4 text-ink-2 text-sm">No part changes, now or later.</p>}
        />
      </Fold>
    </div>
  )
}

const nodeColumns: readonly DataColumn<Data['nodes'][number]>[] = [
  monoColumn('node', 'Node', { minWidthPx: 150, sorted: true }, ({ node }) => node),
  bytesColumn('all', 'Table', { minWidthPx: 120, sorted: true }, ({ parts }) => parts.bytes),
  bytesColumn(
    'gentle',
    'Moves, gentle',
    { minWidthPx: 120, sorted: true },
    ({ gentle }) => gentle.movesNow.bytes,
  ),
  bytesColumn(
    'heavy',
    'Moves, heavy',
    { minWidthPx: 120, sorted: true },
    ({ heavy }) => heavy.movesNow.bytes,
  ),
  bytesColumn('waits', 'Due, stays', { minWidthPx: 120, sorted: true }, ({ gentle }) => gentle.waits.bytes),
  bytesColumn(
    'later-gentle',
    'Later, gentle',
    { minWidthPx: 120, sorted: true },
    ({ gentle }) => gentle.movesLater.bytes,
  ),
  bytesColumn(
    'later-heavy',
    'Later, heavy',
    { minWidthPx: 120, sorted: true },
    ({ heavy }) => heavy.movesLater.bytes,
  ),
  bytesColumn(
    'vanishes',
    'Dropped whole',
    { minWidthPx: 120, sorted: true },
    ({ heavy }) => heavy.vanishes.bytes,
  ),
]

const laterColumns: readonly DataColumn<Data['later']['gentle'][number]>[] = [
  column('day', 'Day', { minWidthPx: 110, sortValue: ({ day }) => day }, ({ day }) => day),
  column('to', 'To', 130, ({ to }) => <span className="font-mono text-xs">{to}</span>),
  countColumn('parts', 'Parts', { minWidthPx: 80, sorted: true }, ({ parts }) => parts),
  bytesColumn('bytes', 'Bytes', { minWidthPx: 100, sorted: true }, ({ bytes }) => bytes),
]
