'use client'
import { findCopyFault, type TierBenchmarkSpec } from '@frostline/domain'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BenchTableLook } from '../benchmark.ts'
import type { ReadTierDraft } from './tier-draft.ts'

interface StartBarProps {
  read: ReadTierDraft
  look: BenchTableLook
  /** Before, nothing is wrong yet: the form is still being filled in. */
  tried: boolean
  onTried: () => void
  onStart: (spec: TierBenchmarkSpec) => Promise<void>
}

/** What would be done, in words, and the start. */
export function StartBar({ read, look, tried, onTried, onStart }: StartBarProps) {
  if (read.kind === 'faulty')
    return (
      <Bar
        text={tried ? 'Some fields have errors.' : 'Write a SELECT or choose a template, then measure.'}
        faulty={tried}
      >
        <Button variant="primary" icon={<Play aria-hidden />} onClick={onTried}>
          Measure
        </Button>
      </Bar>
    )
  const fault = findCopyFault(read.spec, look)
  if (fault !== null) return <Bar text={fault} faulty />
  const text = describe(read.spec, look)
  return (
    <Bar text={text} faulty={false}>
      <ConfirmDialog
        title={`Measure ${read.spec.database}.${read.spec.table}?`}
        description={`${text} Other queries on the node may be slower meanwhile.`}
        confirmLabel="Measure"
        cancelLabel="Cancel"
        onConfirm={() => onStart(read.spec)}
        trigger={
          <Button variant="primary" icon={<Play aria-hidden />}>
            Measure
          </Button>
        }
      />
    </Bar>
  )
}

function Bar({ text, faulty, children }: { text: string; faulty: boolean; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border bg-surface px-4 py-3 text-sm">
      <span role="status" className={faulty ? 'break-words text-danger-ink' : undefined}>
        {text}
      </span>
      {children}
    </div>
  )
}

function describe({ data, tiers, runs, node }: TierBenchmarkSpec, { partitions }: BenchTableLook): string {
  const measured = `The query runs ${formatCountOf(runs * tiers.length, 'time')} on ${node}.`
  if (data.kind === 'in-place')
    return data.mayEmptyCache && tiers.includes('cache-first')
      ? `${measured} Before ${formatCountOf(runs, 'run')}, the cached data of the table is dropped.`
      : measured
  const bytes = partitions
    .filter(({ partitionId }) => data.partitions.includes(partitionId))
    .reduce((sum, partition) => sum + partition.bytes, 0n)
  const where = tiers.every((tier) => tier === 'hot') ? data.hotDisk : `${data.hotDisk} and ${data.coldDisk}`
  return `${formatBytes(bytes)} are copied to ${where}, and dropped at the end. ${measured}`
}
