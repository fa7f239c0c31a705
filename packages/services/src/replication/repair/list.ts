import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { pageOfRuns, whereListed } from '../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import type { StoredRepair } from './repair-run.ts'
import { listRepairsInput, type RepairSummary, repairFigures, type repairPage } from './schema.ts'

/** Newest first. */
export async function listRepairs(
  ctx: ServiceContext,
  given: z.input<typeof listRepairsInput>,
): Promise<z.infer<typeof repairPage>> {
  const { database, table, after, limit, ...filter } = await authorizeInput(
    ctx,
    'viewer',
    listRepairsInput,
    given,
  )
  const rows = await ctx.db.replicaRepair.findMany({
    where: {
      run: whereListed(ctx.actor, filter),
      ...(database === undefined ? {} : { database }),
      ...(table === undefined ? {} : { table }),
    },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  return {
    repairs: page.map(toSummary),
    next,
  }
}

function toSummary({ run, before, after, ...own }: StoredRepair): RepairSummary {
  return {
    ...{ ...own, ...viewRun(run), before: repairFigures.parse(before) },
    after: after === null ? null : repairFigures.parse(after),
  }
}
