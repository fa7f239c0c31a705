'use client'
import { findDiskFault, listDiskCases, partFormats } from '@frostline/domain'
import { Button, ChecksField, formatCountOf, NumberField } from '@frostline/ui'
import { useRouter } from 'next/navigation'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { useForm } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { DatabaseField, DiskFields, useDiskChoice } from '../components/disk-choice.tsx'
import { diskForm, emptyDisk } from './disk-form.ts'
import { useStartDisk } from './use-disk-benchmark.ts'

export function DiskBenchmarkForm({ cluster, onClose }: { cluster: string; onClose: () => void }) {
  const router = useRouter()
  const startDisk = useStartDisk()
  const choice = useDiskChoice(cluster)
  const form = useForm(diskForm, () => emptyDisk, { shownLate: [] })
  const shapes = form.value
  const { node, disk, database, disks } = choice
  const free = disks.find(({ name }) => name === disk)?.freeBytes ?? null
  const fault = shapes && findDiskFault(shapes, free)
  const begin = async () => {
    if (disk === null || database === null || shapes === null) return
    const { id } = await startDisk.mutateAsync({ cluster, spec: { node, disk, database, ...shapes } })
    onClose()
    router.push(routes.diskBenchmark(cluster, id))
  }
  return (
    <div className="flex flex-col gap-4">
      <DiskFields choice={choice} />
      <DatabaseField choice={choice} label="Database for scratch tables" />
      <ChecksField
        {...form.field('formats')}
        legend="Parts"
        options={partFormats.map((value) => ({ value, label: formatWords[value] }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField {...form.field('columns')} label="Columns" hint="Separated by commas." />
        <NumberField {...form.field('parts')} label="Parts per table" hint="Separated by commas." />
        <NumberField {...form.field('rows')} label="Rows per table" hint="Eight bytes per column." />
        <NumberField {...form.field('runs')} label="Runs" hint="Per shape." />
      </div>
      <p role="status" className={fault === null ? 'text-ink-2 text-sm' : 'text-danger-ink text-sm'}>
        {fault ?? (shapes ? describe(shapes) : '')}
      </p>
      <ExpectedApproval cluster={cluster} kind="benchmark" />
      <Button
        variant="primary"
        className="self-end"
        busy={startDisk.isPending}
        disabled={disk === null || database === null || shapes === null || fault !== null}
        onClick={() => void begin().catch(() => undefined)}
      >
        Measure
      </Button>
    </div>
  )
}

function describe(shapes: Parameters<typeof listDiskCases>[0] & { runs: number }): string {
  const cases = listDiskCases(shapes).length
  return `${formatCountOf(cases, 'shape')} of table, ${formatCountOf(cases * shapes.runs * 3, 'statement')}.`
}

const formatWords = {
  wide: 'Wide: files for each column',
  compact: 'Compact: all columns in one file',
} as const
