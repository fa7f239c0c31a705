'use client'
import { Button } from '@frostline/ui'
import { Download, RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRoleAllows } from '@/auth/use-person.ts'
import { SentStatements } from '@/features/statements/sent-statements.tsx'
import { type CsvColumns, renderCsv } from '@/navigation/render-csv.ts'
import { routes } from '@/navigation/routes.ts'
import { saveFile } from '@/navigation/save-file.ts'
import { isActiveBenchmark } from '../benchmark.ts'
import { CancelBenchmark } from '../components/cancel-benchmark.tsx'
import type { DiskBenchmark, DiskRun } from './disk.ts'
import { useStartDisk } from './use-disk-benchmark.ts'

/** Actions that its current state allows. */
export function DiskActions({ bench }: { bench: DiskBenchmark }) {
  const { id, subject, clusterSlug: cluster, spec, runs } = bench
  const operator = useRoleAllows('operator')
  const router = useRouter()
  const startDisk = useStartDisk()
  const begin = async () => {
    const started = await startDisk.mutateAsync({ cluster, spec })
    router.push(routes.diskBenchmark(cluster, started.id))
  }
  return (
    <>
      {runs.some(({ status }) => status === 'completed') ? (
        <Button
          icon={<Download aria-hidden />}
          onClick={() => saveFile(`disk-${subject}-${id}.csv`, renderCsv(columnsOf(bench), runs), 'text/csv')}
        >
          Export runs
        </Button>
      ) : null}
      <SentStatements
        steps={bench.sent}
        nodeOf={() => bench.nodeName}
        fileName={`disk-${subject}-${id}.sql`}
      />
      <CancelBenchmark bench={bench} />
      {operator && !isActiveBenchmark(bench) ? (
        <Button
          variant="primary"
          icon={<RotateCw aria-hidden />}
          busy={startDisk.isPending}
          onClick={() => void begin().catch(() => undefined)}
        >
          Run again
        </Button>
      ) : null}
    </>
  )
}

function columnsOf({ cases, spec, nodeName }: DiskBenchmark): CsvColumns<DiskRun> {
  const shapeOf = ({ key }: DiskRun) => cases.find((each) => each.key === key)
  return {
    node: () => nodeName,
    disk: () => spec.disk,
    round: (run) => run.round,
    step: (run) => run.step,
    format: (run) => shapeOf(run)?.format,
    columns: (run) => shapeOf(run)?.columns,
    parts: (run) => shapeOf(run)?.parts,
    rows: () => spec.rows,
    files: (run) => shapeOf(run)?.files,
    bytes: (run) => shapeOf(run)?.bytes,
    status: (run) => run.status,
    reason: (run) => run.fault,
    elapsed_ms: (run) => run.elapsedMs,
    store_bytes: (run) => run.storeBytes,
    cache_bytes: (run) => run.cacheBytes,
    requests: (run) => run.requests,
    query_id: (run) => run.queryId,
    sent_at: (run) => run.sentAt?.toISOString(),
  }
}
