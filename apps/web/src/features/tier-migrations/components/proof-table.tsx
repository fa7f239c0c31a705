'use client'
import { Bytes, Count, type DataColumn, DataTable } from '@frostline/ui'
import type { StepDetail } from '../status.ts'

type Witness = NonNullable<StepDetail['before']>[number]

interface ProofRow {
  name: string
  before: Witness | null
  after: Witness | null
}

const columns: readonly DataColumn<ProofRow>[] = [
  {
    id: 'name',
    header: 'Part',
    minWidthPx: 140,
    hideable: false,
    cell: (row) => <span className="truncate font-mono text-xs">{row.name}</span>,
    sortValue: (row) => row.name,
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    minWidthPx: 80,
    cell: (row) => <Count value={BigInt((row.after ?? row.before)?.rows ?? '0')} />,
  },
  {
    id: 'bytes',
    header: 'Bytes',
    align: 'end',
    minWidthPx: 80,
    cell: (row) => <Bytes value={BigInt((row.after ?? row.before)?.bytesOnDisk ?? '0')} />,
  },
  {
    id: 'disk',
    header: 'Disk before → after',
    minWidthPx: 170,
    cell: (row) => (
      <span className="truncate font-mono text-xs">
        {row.before?.disk ?? 'not there'} → {row.after?.disk ?? 'not there'}
      </span>
    ),
  },
  {
    id: 'hash',
    header: 'Hash of all files',
    minWidthPx: 150,
    cell: (row) => {
      const hash = (row.after ?? row.before)?.hash ?? ''
      const same = row.before !== null && row.after !== null && row.before.hash === row.after.hash
      return (
        <span className="truncate font-mono text-xs" title={hash}>
          {row.after === null ? '…' : same ? '= ' : '≠ '}
          {hash.slice(0, 12)}
        </span>
      )
    },
  },
]

/** Every part before the first statement and after the last, side by side. */
export function ProofTable({
  before,
  after,
}: {
  before: readonly Witness[]
  after: readonly Witness[] | null
}) {
  const names = [...new Set([...before, ...(after ?? [])].map((part) => part.name))]
  const rows = names.map((name) => ({
    name,
    before: before.find((part) => part.name === name) ?? null,
    after: after?.find((part) => part.name === name) ?? null,
  }))
  return (
    <DataTable
      label="Parts before and after"
      columns={columns}
      rows={rows}
      getRowId={(row) => row.name}
      maxHeightPx={320}
      className="rounded-md border"
    />
  )
}
