'use client'
import {
  bytesColumn,
  Checkbox,
  countColumn,
  type DataColumn,
  DataTable,
  Field,
  formatBytes,
  monoColumn,
  RadioGroup,
  Select,
} from '@frostline/ui'
import type { BenchTableLook } from '../benchmark.ts'
import type { TierFieldsProps } from './tier-form.tsx'

type Partition = BenchTableLook['partitions'][number]
type Disk = BenchTableLook['disks'][number]

/** Copies of some partitions on a disk of each tier, or the table as it lies. */
export function DataFields({ draft, change, faults, look }: TierFieldsProps & { look: BenchTableLook }) {
  const local = look.disks.filter(({ kind }) => kind === 'local')
  const remote = look.disks.filter(({ kind }) => kind !== 'local')
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <RadioGroup
        label="Data"
        value={draft.data}
        onValueChange={(data) => change({ data })}
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
      {draft.data === 'copies' ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Hot copy on" error={faults.hotDisk}>
              <Select
                value={draft.hotDisk === '' ? null : draft.hotDisk}
                options={local.map(toOption)}
                onValueChange={(hotDisk) => change({ hotDisk })}
              />
            </Field>
            <Field label="Cold copy on" error={faults.coldDisk}>
              <Select
                value={draft.coldDisk === '' ? null : draft.coldDisk}
                options={remote.map(toOption)}
                onValueChange={(coldDisk) => change({ coldDisk })}
              />
            </Field>
          </div>
          {faults.partitions ? <p className="text-danger-ink text-xs">{faults.partitions}</p> : null}
          <DataTable
            label="Partitions to copy"
            columns={columns}
            rows={look.partitions}
            getRowId={(row) => row.partitionId}
            rowLabel={(row) => row.partitionId}
            selected={draft.partitions}
            onSelectedChange={(partitions) => change({ partitions })}
            maxHeightPx={320}
          />
        </>
      ) : (
        <Checkbox
          checked={draft.mayEmptyCache}
          onCheckedChange={(mayEmptyCache) => change({ mayEmptyCache })}
        >
          <span className="text-sm">Drop the cached data of the table before each first run</span>
          <span className="block text-warn-ink text-xs">
            Other queries on this table then read from the store until it is cached again.
          </span>
        </Checkbox>
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
  monoColumn('disks', 'Lies on', 110, (row) => row.disks.join(', ')),
]
