'use client'
import { bytesColumn, column, countColumn, type DataColumn, DataTable, monoColumn } from '@frostline/ui'
import type { StepDetail } from '../status.ts'

type Witness = NonNullable<StepDetail['before']>[number]

interface ProofRow {
  name: string
  before: Witness | null
  after: Witness | null
}

const columns: readonly DataColumn<ProofRow>[] = [
  monoColumn('name', 'Part', { minWidthPx: 140, hideable: false, sorted: true }, (row) => row.name),
  countColumn('rows', 'Rows', { minWidthPx: 80, grow: 1 }, (row) =>
    BigInt((row.after ?? row.before)?.rows ?? '0'),
  ),
  bytesColumn('bytes', 'Bytes', { minWidthPx: 80, grow: 1 }, (row) =>
    BigInt((row.after ?? row.before)?.bytesOnDisk ?? '0'),
  ),
  column('disk', 'Disk before → after', 170, (row) => (
    <span className="truncate font-mono text-xs">
      {row.before?.disk ?? 'missing'} → {row.after?.disk ?? 'missing'}
    </span>
  )),
  column('hash', 'Hash of all files', 150, (row) => {
    const hash = (row.after ?? row.before)?.hash ?? ''
    const same = row.before !== null && row.after !== null && row.before.hash === row.after.hash
    return (
      <span className="truncate font-mono text-xs" title={hash}>
        {row.after === null ? '…' : same ? '= ' : '≠ '}
        {hash.slice(0, 12)}
      </span>
    )
  }),
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
