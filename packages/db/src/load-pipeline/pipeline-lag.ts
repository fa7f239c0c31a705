import type { Transaction } from '../transaction.ts'

export interface ObjectSum {
  objects: number
  bytes: bigint
  /** When the oldest was put into the bucket. */
  oldest: Date | null
}

export interface PipelineLag {
  /** Taken by a load that is open, and not in the table yet. */
  loading: ObjectSum
  /** Left behind by a load that ended, and not taken by a later one as they are now. */
  failed: ObjectSum
}

interface LagRow extends ObjectSum {
  id: string
  open: boolean
}

const nothing: ObjectSum = { objects: 0, bytes: 0n, oldest: null }

/** Objects that pipelines have taken and that are not in their tables. One grouped read for all of them. */
export async function sumPipelineLag(tx: Transaction, ids: string[]): Promise<(id: string) => PipelineLag> {
  const rows = await tx.$queryRaw<LagRow[]>`
    SELECT j."pipelineId" AS id, r.status NOT IN ('failed', 'cancelled') AS open, count(*)::int AS objects,
      sum(f."sizeBytes")::bigint AS bytes, min(f."modifiedAt") AS oldest
    FROM load_job j JOIN run r ON r.id = j.id JOIN load_file f ON f."jobId" = j.id
    WHERE j."pipelineId" = ANY(${ids}) AND f.status <> 'loaded'
      AND r.status <> 'completed'
      AND (r.status NOT IN ('failed', 'cancelled') OR NOT EXISTS (
        SELECT 1 FROM load_pipeline_object o
        WHERE o."pipelineId" = j."pipelineId" AND o.key = f.key AND o.state = 'taken'
          AND o."jobId" <> j.id AND o."knownAt" > r."createdAt"))
    GROUP BY 1, 2`
  return (id) => {
    const sum = (open: boolean): ObjectSum => {
      const row = rows.find((candidate) => candidate.id === id && candidate.open === open)
      return row ? { objects: row.objects, bytes: row.bytes, oldest: row.oldest } : nothing
    }
    return { loading: sum(true), failed: sum(false) }
  }
}
