import { batchStatusOf, drivenRunStatuses } from '@frostline/domain'
import { whereTable } from '../../identity/access/visible.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage, pageAfter } from '../../platform/base/page.ts'
import { type StoredMigration, withMigrationRun } from './migration-run.ts'
import type { StepSums } from './observe-running-steps.ts'
import { type ListTierMigrationsInput, listTierMigrationsInput, type TierMigrationRow } from './schema.ts'
import { sumSteps } from './sum-steps.ts'
import { noSteps, statusOf, toSummary } from './to-view.ts'

const isActive = { run: { status: { in: [...drivenRunStatuses] } } }

/** Newest first. Grouped: the first table of a plan of several stands for all of them. */
export async function listTierMigrations(
  ctx: ServiceContext,
  given: ListTierMigrationsInput,
): Promise<{ migrations: TierMigrationRow[]; next: string | null }> {
  const { grouped: wantsGroups, ...input } = await authorizeInput(
    ctx,
    'viewer',
    listTierMigrationsInput,
    given,
  )
  const limits = whereTable(ctx.actor)
  // A plan of several tables may have some that the actor may not see: each table is listed by itself.
  const grouped = wantsGroups && limits === undefined
  const rows = await ctx.db.tierMigration.findMany({
    where: {
      ...(limits && { AND: [limits] }),
      ...(input.cluster ? { cluster: { OR: [{ id: input.cluster }, { slug: input.cluster }] } } : {}),
      ...(input.active
        ? grouped
          ? { OR: [isActive, { batch: { migrations: { some: isActive } } }] }
          : isActive
        : {}),
      ...(grouped ? { AND: { OR: [{ batchId: null }, { batchPosition: 0 }] } } : {}),
      ...(input.database ? { database: input.database } : {}),
      ...(input.table ? { table: input.table } : {}),
    },
    include: withMigrationRun,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...pageAfter(input),
  })
  const { page, next } = cutPage(rows, input.limit, ({ id }) => id)
  const batchIds = grouped ? page.flatMap((row) => row.batchId ?? []) : []
  const members = await ctx.db.tierMigration.findMany({
    where: { batchId: { in: batchIds } },
    include: withMigrationRun,
    orderBy: { batchPosition: 'asc' },
  })
  const sums = await sumSteps(ctx, [...new Set([...page, ...members].map((row) => row.id))])
  return {
    migrations: page.map((row) => ({
      ...toSummary(row, sums.get(row.id) ?? noSteps()),
      batch: toBatchRow(
        members.filter((member) => member.batchId !== null && member.batchId === row.batchId),
        sums,
      ),
    })),
    next,
  }
}

function toBatchRow(
  members: readonly StoredMigration[],
  sums: ReadonlyMap<string, StepSums>,
): TierMigrationRow['batch'] {
  const id = members[0]?.batchId
  if (!id) return null
  const steps = members.map((member) => sums.get(member.id) ?? noSteps())
  return {
    id,
    status: batchStatusOf(members.map(statusOf)),
    tables: members.map(({ database, table }) => `${database}.${table}`),
    totalBytes: members.reduce((sum, member) => sum + member.totalBytes, 0n),
    movedBytes: steps.reduce((sum, { movedBytes }) => sum + movedBytes, 0n),
    steps: {
      total: steps.reduce((sum, { byStatus }) => sum + Object.values(byStatus).reduce((a, b) => a + b, 0), 0),
      completed: steps.reduce((sum, { byStatus }) => sum + byStatus.completed, 0),
    },
  }
}
