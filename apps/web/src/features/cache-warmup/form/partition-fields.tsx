'use client'
import {
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  FieldFault,
  formatCountOf,
  monoColumn,
  NumberField,
  numberColumn,
  Panel,
  ProgressBar,
  RadioGroup,
  shareOf,
} from '@frostline/ui'
import type { WarmupTableFacts } from '../warmup.ts'
import { mergeExtents, type PartitionRow } from './merge-extents.ts'
import type { WarmupForm } from './warmup-draft.ts'

/** Which partitions, with what of each is cached already. */
export function PartitionFields({ form, look }: { form: WarmupForm; look: WarmupTableFacts }) {
  const { draft, change, faults } = form
  const rows = mergeExtents(look.extents)
  return (
    <Panel
      title="Partitions"
      description={`${formatCountOf(rows.length, 'partition')} behind a cache, on all nodes.`}
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          {...form.field('partitionsKind')}
          label="Which partitions"
          options={[
            { value: 'newest', label: 'The newest', description: 'By the row times of their parts.' },
            { value: 'all', label: 'All' },
            { value: 'chosen', label: 'Selected' },
          ]}
        />
        {draft.partitionsKind === 'newest' ? (
          <NumberField {...form.field('newest')} label="How many" className="max-w-40" />
        ) : null}
        {draft.partitionsKind === 'chosen' ? (
          <>
            <FieldFault>{faults.chosen}</FieldFault>
            <DataTable
              label="Partitions behind a cache"
              columns={columns}
              rows={rows}
              getRowId={(row) => row.partitionId}
              rowLabel={(row) => row.partitionId}
              selected={draft.chosen}
              onSelectedChange={(chosen) => change({ chosen })}
              maxHeightPx={320}
            />
          </>
        ) : null}
      </div>
    </Panel>
  )
}

const columns: readonly DataColumn<PartitionRow>[] = [
  monoColumn(
    'partition',
    'Partition',
    { minWidthPx: 130, hideable: false, sorted: true },
    (row) => row.partitionId,
  ),
  numberColumn('newest', 'Newest row', 110, (row) => row.newestAt?.toISOString().slice(0, 10) ?? '—'),
  bytesColumn('wanted', 'Selected', { minWidthPx: 90, sorted: true }, (row) => row.wantedBytes),
  column(
    'cached',
    'Cached',
    { minWidthPx: 130, sortValue: (row) => shareOf(row.cachedBytes, row.wantedBytes), sortDescFirst: true },
    (row) => (
      <ProgressBar
        className="w-full [--color-accent:var(--color-cache)]"
        size="sm"
        label={`Partition ${row.partitionId} cached`}
        share={shareOf(row.cachedBytes, row.wantedBytes)}
        showPercent
      />
    ),
  ),
  numberColumn('nodes', 'Nodes', 70, (row) => row.nodes),
]
