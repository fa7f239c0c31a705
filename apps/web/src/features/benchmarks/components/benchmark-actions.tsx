'use client'
import { Button, ConfirmDialog } from '@frostline/ui'
import { Download, RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRoleAllows } from '@/auth/use-person.ts'
import { SentStatements } from '@/features/statements/sent-statements.tsx'
import { routes } from '@/navigation/routes.ts'
import { saveFile } from '@/navigation/save-file.ts'
import { isActiveBenchmark, type TierBenchmark } from '../benchmark.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'
import { renderRunsCsv } from '../render-runs-csv.ts'
import { CancelBenchmark } from './cancel-benchmark.tsx'

/** What may be done with it in its present state. */
export function BenchmarkActions({ bench }: { bench: TierBenchmark }) {
  const { id, subject, spec, clusterSlug } = bench
  const admin = useRoleAllows('admin')
  const router = useRouter()
  const { startTiers } = useBenchmarkActions()
  const finished = bench.runs.some((run) => run.status === 'completed')
  return (
    <>
      {finished ? (
        <Button
          icon={<Download aria-hidden />}
          onClick={() => saveFile(`tiers-${subject}-${id}.csv`, renderRunsCsv(bench), 'text/csv')}
        >
          Export runs
        </Button>
      ) : null}
      <SentStatements
        steps={bench.sent}
        nodeOf={() => bench.nodeName}
        fileName={`tiers-${subject}-${id}.sql`}
      />
      <CancelBenchmark bench={bench} />
      {admin && !isActiveBenchmark(bench) ? (
        <ConfirmDialog
          title={`Run ${subject} again?`}
          description="Runs the same query on the same tiers with current data, as a new benchmark. You can compare the two."
          confirmLabel="Run again"
          cancelLabel="Cancel"
          onConfirm={async () => {
            const started = await startTiers.mutateAsync({ cluster: clusterSlug, spec })
            router.push(routes.tierBenchmark(clusterSlug, started.id))
          }}
          trigger={
            <Button variant="primary" icon={<RotateCw aria-hidden />}>
              Run again
            </Button>
          }
        />
      ) : null}
    </>
  )
}
