'use client'
import { Button, ConfirmDialog } from '@frostline/ui'
import { Ban } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { BenchmarkSummary } from '../benchmark.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'

/** Nothing where there is nothing to cancel. */
export function CancelBenchmark({ bench }: { bench: Pick<BenchmarkSummary, 'id' | 'subject' | 'status'> }) {
  const { id, subject, status } = bench
  const operator = useRoleAllows('operator')
  const { cancel } = useBenchmarkActions()
  if (!operator || (status !== 'queued' && status !== 'running')) return null
  return (
    <ConfirmDialog
      danger
      title={`Cancel the benchmark of ${subject}?`}
      description="A running query is killed. A copy or move stops after its partition. Scratch tables are dropped. Results are kept."
      confirmLabel="Cancel benchmark"
      cancelLabel="Keep running"
      onConfirm={async () => void (await cancel.mutateAsync({ id }))}
      trigger={<Button icon={<Ban aria-hidden />}>Cancel</Button>}
    />
  )
}
