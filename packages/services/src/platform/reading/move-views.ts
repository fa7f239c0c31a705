import type { PartMoveRow, RunningMoveRow } from '@frostline/clickhouse'
import { type PlacedDisk, tierOfDisk, tiers } from '@frostline/domain'
import { z } from 'zod'

export const runningMoveView = z.object({
  node: z.string(),
  database: z.string(),
  table: z.string(),
  partName: z.string(),
  partBytes: z.bigint(),
  elapsedSeconds: z.number(),
  targetDisk: z.string(),
  targetTier: z.enum(tiers),
})

export const finishedMoveView = z.object({
  node: z.string(),
  finishedAt: z.date(),
  database: z.string(),
  table: z.string(),
  partName: z.string(),
  partitionId: z.string(),
  rows: z.bigint(),
  bytes: z.bigint(),
  durationMs: z.number(),
  targetDisk: z.string(),
  targetTier: z.enum(tiers),
  errorCode: z.number().int().nullable().describe('Null if the move succeeded.'),
  error: z.string().nullable(),
})

export function toRunningMove(
  node: string,
  row: RunningMoveRow,
  disks: readonly PlacedDisk[],
): z.infer<typeof runningMoveView> {
  return {
    node,
    database: row.database,
    table: row.table,
    partName: row.part_name,
    partBytes: row.part_size,
    elapsedSeconds: row.elapsed ?? 0,
    targetDisk: row.target_disk_name,
    targetTier: tierOfDisk(row.target_disk_name, disks),
  }
}

export function toFinishedMove(
  node: string,
  row: PartMoveRow,
  disks: readonly PlacedDisk[],
): z.infer<typeof finishedMoveView> {
  return {
    node,
    finishedAt: row.event_time,
    database: row.database,
    table: row.table,
    partName: row.part_name,
    partitionId: row.partition_id,
    rows: row.rows,
    bytes: row.size_in_bytes,
    durationMs: Number(row.duration_ms),
    targetDisk: row.disk_name,
    targetTier: tierOfDisk(row.disk_name, disks),
    errorCode: row.error === 0 ? null : row.error,
    error: row.exception === '' ? null : row.exception,
  }
}

/** Whole minutes, so that pages opened at about the same time share the same query and its result. */
export function hoursBefore(now: Date, hours: number): Date {
  return new Date((Math.floor(now.getTime() / 60_000) - hours * 60) * 60_000)
}
