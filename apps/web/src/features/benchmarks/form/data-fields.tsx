'use client'
import {
  bytesColumn,
  CheckboxField,
  countColumn,
  type DataColumn,
  DataTable,
  FieldFault,
  formatBytes,
  monoColumn,
  RadioGroup,
  SelectField,
} from '@frostline/ui'
import type { BenchTableFacts } from '../benchmark.ts'
import type { TierForm } from './tier-draft.ts'

type Partition = BenchTableFacts['partitions'][number]
type Disk = BenchTableFacts['disks'][number]

/** Copies of some partitions on a disk of each tier, or the table itself. */
export function DataFields({ form, look }: { form: TierForm; look: BenchTableFacts }) {
  const local = look.disks.filter(({ kind }) => kind === 'local')
  const remote = look.disks.filter(({ kind }) => kind !== 'local')
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <RadioGroup
        {...form.field('data')}
        label="Data"
        options={[
          {
            value: 'copies',
            label: 'Copies of some partitions',
            description:
              'The same parts on a local disk and on object storage, in scratch tables that are dropped at the end. Your data and caches do not change.',
            disabled: local.length === 0 || remote.length === 0,
          },
          {
            value: 'in-place',
            label: 'The table itself',
            description: 'Nothing is copied. Runs that do not read from their tier do not count.',
          },
        ]}
      />
      {form.draft.data === 'copies' ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField {...form.field('hotDisk')} label="Hot copy on" options={local.map(toOption)} />
            <SelectField {...form.field('coldDisk')} label="Cold copy on" options={remote.map(toOption)} />
          </div>
          <FieldFault>{form.faults.partitions}</FieldFault>
          <DataTable
            label="Partitions to copy"
            columns={columns}
            rows={look.partitions}
            getRowId={(row) => row.partitionId}
            rowLabel={(row) => row.partitionId}
            selected={form.draft.partitions}
            onSelectedChange={(partitions) => form.change({ partitions })}
            maxHeightPx={320}
          />
        </>
      ) : (
        <CheckboxField
          {...form.field('mayEmptyCache')}
          label="Drop the cached data of the table before each first run"
          hint={
            <span className="text-warn-ink">
              Other queries on this table then read from the store until it is cached again.
            </span>
          }
        />
      )}
    </div>
  )
}

function toOption({ name, kind, freeBytes }: Disk) {
  return {
    value: name,
    label: name,
    description:
      kind === 'local'
        ? `local, ${formatBytes(freeBytes)} free`
        : kind === 'cached'
          ? 'object storage behind a cache'
          : 'object storage without a cache',
  }
}

const columns: readonly DataColumn<Partition>[] = [
  monoColumn(
    'partition',
    'Partition',
    { minWidthPx: 120, hideable: false, sorted: true },
    (row) => row.partitionId,
  ),
  bytesColumn('bytes', 'Size', { minWidthPx: 90, sorted: true }, (row) => row.bytes),
  countColumn('rows', 'Rows', 90, (row) => row.rows),
  countColumn('parts', 'Parts', 70, (row) => row.parts),
  monoColumn('disks', 'Disks', 110, (row) => row.disks.join(', ')),
]
