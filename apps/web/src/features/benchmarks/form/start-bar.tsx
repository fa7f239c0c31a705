'use client'
import { findCopyFault, type TierBenchmarkSpec } from '@frostline/domain'
import { Button, ConfirmDialog, formatBytes, formatCountOf } from '@frostline/ui'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import type { BenchTableFacts } from '../benchmark.ts'
import type { TierForm } from './tier-draft.ts'

interface StartBarProps {
  cluster: string
  form: TierForm
  look: BenchTableFacts
  onStart: (spec: TierBenchmarkSpec) => Promise<void>
}

/** A summary, and the start button. */
export function StartBar({ cluster, form, look, onStart }: StartBarProps) {
  const { value: spec, tried, showFaults } = form
  if (spec === null)
    return (
      <Bar
        text={tried ? 'Some fields have errors.' : 'Write a SELECT or choose a template, then measure.'}
        faulty={tried}
      >
        <Button variant="primary" icon={<Play aria-hidden />} onClick={showFaults}>
          Measure
        </Button>
      </Bar>
    )
  const fault = findCopyFault(spec, look)
  if (fault !== null) return <Bar text={fault} faulty />
  const text = describe(spec, look)
  return (
    <Bar text={text} faulty={false}>
      <ConfirmDialog
        title={`Measure ${spec.database}.${spec.table}?`}
        description={`${text} Other queries on the node may be slower meanwhile.`}
        confirmLabel="Measure"
        cancelLabel="Cancel"
        onConfirm={() => onStart(spec)}
        trigger={
          <Button variant="primary" icon={<Play aria-hidden />}>
            Measure
          </Button>
        }
      >
        <ExpectedApproval cluster={cluster} kind="benchmark" />
      </ConfirmDialog>
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

function describe({ data, tiers, runs, node }: TierBenchmarkSpec, { partitions }: BenchTableFacts): string {
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
