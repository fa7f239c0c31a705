'use client'
import { findDiskFault, listDiskCases, partFormats } from '@frostline/domain'
import { Button, Checkbox, Dialog, Field, formatCountOf, Input } from '@frostline/ui'
import { HardDrive } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { DatabaseField, DiskFields, useDiskChoice } from '../components/disk-choice.tsx'
import { type DiskDraft, emptyDiskDraft, readDiskDraft } from './disk.ts'
import { useStartDisk } from './use-disk-benchmark.ts'

/** A disk of a node, the shapes of its tables, and the start. */
export function NewDiskBenchmark({ cluster }: { cluster: string }) {
  const [open, setOpen] = useState(false)
  if (!useRoleAllows('operator')) return null
  return (
    <Dialog
      title="Measure a disk"
      description="Fills scratch tables, reads them cold and warm, and drops them. Combines each format with each number of columns and parts."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<HardDrive aria-hidden />}>Measure a disk</Button>}
    >
      <Fields cluster={cluster} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function Fields({ cluster, onClose }: { cluster: string; onClose: () => void }) {
  const router = useRouter()
  const startDisk = useStartDisk()
  const choice = useDiskChoice(cluster)
  const [draft, setDraft] = useState<DiskDraft>(emptyDiskDraft)
  const { node, disk, database, disks } = choice
  const read = readDiskDraft(draft)
  const faults = read.kind === 'faulty' ? read.faults : {}
  const free = disks.find(({ name }) => name === disk)?.freeBytes ?? null
  const fault = read.kind === 'complete' ? findDiskFault(read.shapes, free) : null
  const begin = async () => {
    if (disk === null || database === null || read.kind === 'faulty') return
    const { id } = await startDisk.mutateAsync({ cluster, spec: { node, disk, database, ...read.shapes } })
    onClose()
    router.push(routes.diskBenchmark(cluster, id))
  }
  return (
    <div className="flex flex-col gap-4">
      <DiskFields choice={choice} />
      <DatabaseField choice={choice} label="Database for scratch tables" />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-xs">Parts</legend>
        {partFormats.map((format) => (
          <Checkbox
            key={format}
            checked={draft.formats.has(format)}
            onCheckedChange={(checked) => {
              const formats = new Set(draft.formats)
              if (checked) formats.add(format)
              else formats.delete(format)
              setDraft({ ...draft, formats })
            }}
          >
            <span className="text-sm">{formatWords[format]}</span>
          </Checkbox>
        ))}
        {faults.formats ? <p className="text-danger-ink text-xs">{faults.formats}</p> : null}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ field, label, hint }) => (
          <Field key={field} label={label} hint={hint} error={faults[field]}>
            <Input
              autoComplete="off"
              inputMode="numeric"
              value={draft[field]}
              onValueChange={(value) => setDraft({ ...draft, [field]: value })}
            />
          </Field>
        ))}
      </div>
      <p role="status" className={fault === null ? 'text-ink-2 text-sm' : 'text-danger-ink text-sm'}>
        {fault ?? (read.kind === 'complete' ? describe(read.shapes) : '')}
      </p>
      <Button
        variant="primary"
        className="self-end"
        busy={startDisk.isPending}
        disabled={disk === null || database === null || read.kind === 'faulty' || fault !== null}
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

const fields = [
  { field: 'columns', label: 'Columns', hint: 'Separated by commas.' },
  { field: 'parts', label: 'Parts of a table', hint: 'Separated by commas.' },
  { field: 'rows', label: 'Rows of a table', hint: 'Eight bytes per column.' },
  { field: 'runs', label: 'Runs', hint: 'Of each shape.' },
] as const
