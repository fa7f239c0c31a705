'use client'
import {
  Button,
  ErrorState,
  formatByteRate,
  formatBytes,
  formatCount,
  formatCountRate,
  formatDuration,
  KeyValueList,
  Panel,
  ProgressBar,
  Spinner,
} from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { LoadDraftInput, LoadTrial } from '../load.ts'

/** A part of the load for some seconds: how long the whole would take, and the bottleneck. */
export function TrialPanel({ input }: { input: LoadDraftInput }) {
  const trpc = useTRPC()
  const trial = useMutation(trpc.loads.trial.mutationOptions())
  // A trial of another draft says nothing about this one.
  const current = JSON.stringify(trial.variables) === JSON.stringify(input)
  const found = current ? trial.data : undefined
  return (
    <Panel
      title="Estimate by a sample"
      description="Reads a few objects for four seconds and discards the rows, then loads them for six seconds into a scratch table, which is dropped. The target table does not change."
      sql={found?.sql}
      observedAt={found?.observedAt ?? null}
      footer={
        <Button icon={<Timer aria-hidden />} busy={trial.isPending} onClick={() => trial.mutate(input)}>
          {found ? 'Measure again' : 'Run a 10-second test'}
        </Button>
      }
    >
      {trial.isPending ? (
        <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
          <Spinner className="size-4" /> Testing reads, then reads and writes.
        </p>
      ) : current && trial.error ? (
        <ErrorState error={reportError(trial.error, 'try the load')} />
      ) : found ? (
        <TrialResult trial={found} />
      ) : null}
    </Panel>
  )
}

function TrialResult({ trial }: { trial: LoadTrial }) {
  const share = Math.round(trial.readShare * 100)
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList
        items={[
          {
            key: 'time',
            label: 'Total load time',
            value: `about ${formatDuration(trial.elapsedMs)}`,
            note: `${formatBytes(trial.totalBytes)} at ${rate(trial.loading)}`,
          },
          { key: 'rows', label: 'Rows', value: `about ${formatCount(trial.rows)}` },
          {
            key: 'disk',
            label: 'On disk',
            value: `about ${formatBytes(trial.diskBytes)}`,
            note: 'on all nodes together, before merges',
          },
          {
            key: 'pull',
            label: 'Read only',
            value: rate(trial.reading),
            note: 'store, network, decompression and parsing, without writes',
          },
        ]}
      />
      <div className="flex flex-col gap-1.5">
        <ProgressBar label="Share of read time" share={trial.readShare} showPercent />
        <p className="text-ink-2 text-sm">
          {share >= 80
            ? `Reading takes ${share} % of the time. Faster disks would help little. More threads or more nodes would help.`
            : share >= 40
              ? `Reading takes ${share} % of the time, sorting and writing the rest.`
              : `Reading takes ${share} % of the time. The load is limited by sorting, compression and writes.`}
        </p>
      </div>
    </div>
  )
}

function rate({ bytesPerSecond, rowsPerSecond }: LoadTrial['loading']): string {
  return `${formatByteRate(Math.round(bytesPerSecond))}, ${formatCountRate(Math.round(rowsPerSecond), 'rows')}`
}
