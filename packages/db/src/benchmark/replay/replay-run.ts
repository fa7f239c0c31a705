import type { ReplayRun } from '../../generated/client.ts'
import { type RunRef, readRun } from '../../run/fence-run.ts'
import type { Database, Transaction } from '../../transaction.ts'

export type NewReplayRun = Omit<
  ReplayRun,
  | 'benchmarkId'
  | 'serverMs'
  | 'readRows'
  | 'readBytes'
  | 'resultRows'
  | 'storeBytes'
  | 'missedBytes'
  | 'cacheBytes'
  | 'storeRequests'
  | 'memoryBytes'
>

/** How queries ended, in bulk. Throws StaleWriterError where the run is no longer current. */
export async function recordReplayRuns(
  db: Database,
  run: RunRef,
  ended: readonly NewReplayRun[],
): Promise<void> {
  await db.$transaction(async (tx) => {
    await holdCurrent(tx, run)
    await tx.replayRun.createMany({
      data: ended.map((each) => ({ ...each, benchmarkId: run.id })),
      skipDuplicates: true,
    })
  })
}

/** No new generation starts until the transaction ends. */
async function holdCurrent(tx: Transaction, run: RunRef): Promise<void> {
  await tx.$queryRaw`SELECT id FROM run WHERE id = ${run.id} FOR SHARE`
  await readRun(tx, run)
}

/** Positions of a pass with a known end. */
export async function listEndedPlaces(db: Database, benchmarkId: string, step: number): Promise<Set<number>> {
  const rows = await db.replayRun.findMany({ where: { benchmarkId, step }, select: { place: true } })
  return new Set(rows.map(({ place }) => place))
}

export interface ReplayCounters {
  step: number
  place: number
  serverMs: number | null
  readRows: bigint
  readBytes: bigint
  resultRows: bigint
  storeBytes: bigint
  missedBytes: bigint
  cacheBytes: bigint
  storeRequests: bigint
  memoryBytes: bigint
}

/** The servers' counters for queries with a recorded end. Throws like recordReplayRuns. */
export async function recordReplayCounters(
  db: Database,
  run: RunRef,
  step: number,
  counted: readonly ReplayCounters[],
): Promise<void> {
  if (counted.length === 0) return
  await db.$transaction(async (tx) => {
    await holdCurrent(tx, run)
    const column = (pick: (each: ReplayCounters) => bigint) => counted.map((each) => String(pick(each)))
    await tx.$executeRaw`
      UPDATE replay_run AS run
      SET "serverMs" = new.server_ms, "readRows" = new.read_rows, "readBytes" = new.read_bytes,
          "resultRows" = new.result_rows, "storeBytes" = new.store_bytes, "missedBytes" = new.missed_bytes,
          "cacheBytes" = new.cache_bytes, "storeRequests" = new.store_requests, "memoryBytes" = new.memory_bytes
      FROM unnest(
        ${counted.map(({ place }) => place)}::int[], ${counted.map(({ serverMs }) => serverMs)}::float8[],
        ${column((each) => each.readRows)}::bigint[], ${column((each) => each.readBytes)}::bigint[],
        ${column((each) => each.resultRows)}::bigint[], ${column((each) => each.storeBytes)}::bigint[],
        ${column((each) => each.missedBytes)}::bigint[], ${column((each) => each.cacheBytes)}::bigint[],
        ${column((each) => each.storeRequests)}::bigint[], ${column((each) => each.memoryBytes)}::bigint[]
      ) AS new(place, server_ms, read_rows, read_bytes, result_rows, store_bytes, missed_bytes, cache_bytes,
               store_requests, memory_bytes)
      WHERE run."benchmarkId" = ${run.id} AND run.step = ${step} AND run.place = new.place`
  })
}
