import type { Transaction } from '@frostline/db'
import { loadSpec } from '@frostline/domain'
import { viewRun } from '../../platform/run/stored-run.ts'
import type { LoadSummary } from './job-schema.ts'
import type { StoredLoad } from './load-run.ts'

interface SumRow {
  jobId: string
  status: keyof LoadSummary['files']
  files: number
  bytes: bigint
  rows: bigint
  skipped: bigint
}

export type FileSums = Pick<LoadSummary, 'files' | 'loadedBytes' | 'loadedRows' | 'skippedRows'>

function noFiles(): FileSums {
  return {
    files: { waiting: 0, loading: 0, loaded: 0, failed: 0, changed: 0, cancelled: 0 },
    loadedBytes: 0n,
    loadedRows: 0n,
    skippedRows: 0n,
  }
}

/** One grouped read for many jobs: a job may have a hundred thousand files. */
export async function sumLoadFiles(tx: Transaction, ids: string[]): Promise<(id: string) => FileSums> {
  const rows = await tx.$queryRaw<SumRow[]>`
    SELECT "jobId", status::text AS status, count(*)::int AS files, sum("sizeBytes")::bigint AS bytes,
      coalesce(sum(rows), 0)::bigint AS rows, coalesce(sum("skippedRows"), 0)::bigint AS skipped
    FROM load_file WHERE "jobId" = ANY(${ids}) GROUP BY 1, 2`
  const sums = new Map<string, FileSums>()
  for (const row of rows) {
    const sum = sums.get(row.jobId) ?? noFiles()
    sum.files[row.status] = row.files
    if (row.status === 'loaded') {
      sum.loadedBytes = row.bytes
      sum.loadedRows = row.rows
      sum.skippedRows = row.skipped
    }
    sums.set(row.jobId, sum)
  }
  return (id) => sums.get(id) ?? noFiles()
}

export function toLoadSummary(job: StoredLoad, sums: FileSums): LoadSummary {
  const { target, strategy, tuning } = loadSpec.parse(job.spec)
  const { sourceId, sourceName, pipelineId, title, totalFiles, totalBytes } = job
  return {
    ...viewRun(job.run),
    ...{ sourceId, sourceName, pipelineId, title, totalFiles, totalBytes },
    ...sums,
    database: target.database,
    table: target.table,
    strategy: strategy.kind,
    threads: { read: tuning.maxThreads ?? null, write: tuning.maxInsertThreads ?? null },
  }
}
