import { migrationPhases, spreadOverTime, type TimedBytes } from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { unknownRun } from '../../platform/run/run-of-kind.ts'
import { migrations, withMigrationRun } from './migration-run.ts'
import { tierMigrationRef } from './schema.ts'

const parts = 40
/** A chart of less time would show single statements only. */
const shortestMs = 10_000

export const tierMigrationThroughput = z.object({
  points: z
    .array(
      z.object({
        at: z.date(),
        bytesPerSecond: z.partialRecord(z.enum(migrationPhases), z.number()),
      }),
    )
    .describe('Equal parts of the time from the start to the last finished statement, by phase.'),
})
export type TierMigrationThroughput = z.infer<typeof tierMigrationThroughput>

/** From the finished statements in the ledger. Empty before the start. @throws ServiceError `not_found` */
export async function getTierMigrationThroughput(
  ctx: ServiceContext,
  given: z.input<typeof tierMigrationRef>,
): Promise<TierMigrationThroughput> {
  const { id } = await authorizeInput(ctx, 'viewer', tierMigrationRef, given)
  const migration = await ctx.db.tierMigration.findUnique({ where: { id }, include: withMigrationRun })
  if (!migration) throw unknownRun(migrations, id)
  const startedAt = migration.run?.startedAt
  if (!startedAt) return { points: [] }
  const step = { migrationId: id }
  const [moves, reads] = await Promise.all([
    ctx.db.tierMigrationMove.findMany({
      where: { step, kind: 'move', status: { in: ['done', 'adopted'] }, finishedAt: { not: null } },
      select: { sentAt: true, finishedAt: true, bytes: true },
    }),
    ctx.db.tierMigrationRead.findMany({ where: { step }, select: { readAt: true, bytes: true } }),
  ])
  const copied = moves.map(
    ({ sentAt, finishedAt, bytes }): TimedBytes => ({
      ...{ fromMs: sentAt.getTime(), toMs: (finishedAt ?? sentAt).getTime(), bytes: Number(bytes) },
    }),
  )
  const read = reads.map(({ readAt, bytes }): TimedBytes => {
    const atMs = readAt.getTime()
    return { fromMs: atMs, toMs: atMs, bytes: Number(bytes) }
  })
  const fromMs = startedAt.getTime()
  // Until the last of them: what a running statement does is not known here, and not zero.
  const endMs = Math.max(fromMs, ...[...copied, ...read].map(({ toMs }) => toMs))
  // What ended in the last millisecond belongs to the last part.
  const span = { fromMs, toMs: Math.max(endMs + 1, fromMs + shortestMs), parts }
  const [copies, checks] = [spreadOverTime(copied, span), spreadOverTime(read, span)]
  return {
    points: copies.map(({ atMs, bytesPerSecond }, index) => ({
      at: new Date(atMs),
      bytesPerSecond: {
        ...(migration.checkOfId === null ? { copy: bytesPerSecond } : {}),
        ...(migration.deepCheck ? { 'deep-check': checks[index]?.bytesPerSecond ?? 0 } : {}),
      },
    })),
  }
}
