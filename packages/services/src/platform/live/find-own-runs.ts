import type { Transaction } from '@frostline/db'
import { openRunStatuses, type RunKind, runKinds, type SentMove } from '@frostline/domain'
import { describeRuns } from '../activity/describe-runs.ts'
import type { OwnRun } from './schema.ts'

type Pair = { queryId: string; runId: string }

const ofOpen = { run: { status: { in: [...openRunStatuses] } } }
/** As written by the worker: publishing a batch, and one query or pass of a replay. */
const idsInText = {
  batch: /^frostline-publish-([0-9a-f-]{36})-/,
  replay: /^frostline-replay-([0-9a-f-]{36})-/,
}

/**
 * The runs that have sent these statements, by query id, as far as the ledger has the id: it is written before the
 * statement is sent. Not included: reads of deep checks, and small statements around others.
 */
export async function findOwnRuns(
  db: Transaction,
  queryIds: readonly string[],
): Promise<Map<string, NonNullable<OwnRun>>> {
  const ids = queryIds.filter((id) => id.startsWith('frostline-'))
  if (ids.length === 0) return new Map()
  const pairs = await findPairs(db, ids)
  const runs = await viewRuns(db, [...new Set(pairs.map(({ runId }) => runId))])
  return new Map(
    pairs.flatMap(({ queryId, runId }) => {
      const run = runs.get(runId)
      return run ? [[queryId, run] as const] : []
    }),
  )
}

export async function viewRuns(
  db: Transaction,
  ids: readonly string[],
): Promise<Map<string, NonNullable<OwnRun>>> {
  if (ids.length === 0) return new Map()
  const runs = await db.run.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, kind: true, status: true, cluster: { select: { slug: true } } },
  })
  const described = await describeRuns(db, runs)
  return new Map(
    runs.flatMap(({ id, kind, status, cluster }) => {
      const words = described.get(id)
      if (!words || !(kind in runKinds)) return []
      const { name, objectType, objectId } = words
      return [
        [id, { id, kind: kind as RunKind, name, objectType, objectId, status, clusterSlug: cluster.slug }],
      ]
    }),
  )
}

/** Moves of tier migrations whose end is not known, to recognize the parts that they move. */
export async function listSentMoves(db: Transaction, clusterId: string): Promise<SentMove[]> {
  const rows = await db.tierMigrationMove.findMany({
    where: { status: 'sent', kind: 'move', step: { migration: { clusterId, ...ofOpen } } },
    select: {
      parts: true,
      step: {
        select: { nodeName: true, migration: { select: { database: true, table: true, runId: true } } },
      },
    },
  })
  return rows.flatMap(({ parts, step: { nodeName: node, migration } }) => {
    const { database, table, runId } = migration
    return runId === null ? [] : [{ runId, node, database, table, parts }]
  })
}

async function findPairs(db: Transaction, ids: readonly string[]): Promise<Pair[]> {
  const where = { queryId: { in: [...ids] } }
  const queryId = true
  const [moves, loads, publishes, chunks, repairs, warmups, measured, steps, files] = await Promise.all([
    db.tierMigrationMove.findMany({
      where,
      select: { queryId, step: { select: { migration: { select: { runId: true } } } } },
    }),
    db.loadStatement.findMany({ where, select: { queryId, batch: { select: { jobId: true } } } }),
    findPublishes(db, ids),
    db.dataGenerationChunk.findMany({
      where: { ...where, generation: ofOpen },
      select: { queryId, generationId: true },
    }),
    db.replicaRepair.findMany({ where: { ...where, ...ofOpen }, select: { queryId, id: true } }),
    db.cacheWarmupStep.findMany({ where: { ...where, warmup: ofOpen }, select: { queryId, warmupId: true } }),
    db.cacheWarmupRun.findMany({ where: { ...where, warmup: ofOpen }, select: { queryId, warmupId: true } }),
    db.benchmarkStep.findMany({
      where: { ...where, benchmark: ofOpen },
      select: { queryId, benchmarkId: true },
    }),
    db.archiveFile.findMany({
      where: { ...where, step: { archive: ofOpen } },
      select: { queryId, archiveId: true },
    }),
  ])
  return [
    ...moves.map((row) => ({ queryId: row.queryId, runId: row.step.migration.runId })),
    ...loads.map((row) => ({ queryId: row.queryId, runId: row.batch.jobId })),
    ...publishes,
    ...chunks.map((row) => ({ queryId: row.queryId, runId: row.generationId })),
    ...repairs.map((row) => ({ queryId: row.queryId, runId: row.id })),
    ...warmups.map((row) => ({ queryId: row.queryId, runId: row.warmupId })),
    ...measured.map((row) => ({ queryId: row.queryId, runId: row.warmupId })),
    ...steps.map((row) => ({ queryId: row.queryId, runId: row.benchmarkId })),
    ...files.map((row) => ({ queryId: row.queryId, runId: row.archiveId })),
    ...ids.map((id) => ({ queryId: id, runId: idsInText.replay.exec(id)?.[1] ?? null })),
  ].flatMap(({ queryId: id, runId }) => (id === null || runId === null ? [] : [{ queryId: id, runId }]))
}

/** A batch publishes under an id that contains its own. */
async function findPublishes(db: Transaction, ids: readonly string[]): Promise<Pair[]> {
  const batchOf = new Map(
    ids.flatMap((id) => {
      const batchId = idsInText.batch.exec(id)?.[1]
      return batchId === undefined ? [] : [[id, batchId] as const]
    }),
  )
  if (batchOf.size === 0) return []
  const batches = await db.loadBatch.findMany({
    where: { id: { in: [...new Set(batchOf.values())] } },
    select: { id: true, jobId: true },
  })
  const jobOf = new Map(batches.map(({ id, jobId }) => [id, jobId]))
  return [...batchOf].flatMap(([queryId, batchId]) => {
    const runId = jobOf.get(batchId)
    return runId === undefined ? [] : [{ queryId, runId }]
  })
}
