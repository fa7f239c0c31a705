'use client'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RunActions } from '@/features/run/run-actions.tsx'
import type { BenchmarkSummary } from '../benchmark.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'

/** Nothing where there is nothing to cancel. */
export function CancelBenchmark({ bench }: { bench: Pick<BenchmarkSummary, 'id' | 'subject' | 'status'> }) {
  const operator = useRoleAllows('operator')
  const { cancel } = useBenchmarkActions()
  if (!operator) return null
  return (
    <RunActions
      run={bench}
      send={{ cancel }}
      cancel={{
        title: `Cancel the benchmark of ${bench.subject}?`,
        description:
          'A running query is killed. A copy or move stops after its partition. Scratch tables are dropped. Results are kept.',
        confirmLabel: 'Cancel benchmark',
      }}
      retry={null}
    />
  )
}
