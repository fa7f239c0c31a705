import type { Prisma } from '@frostline/db'
import { loadSpec } from '@frostline/domain'
import type { z } from 'zod'
import { notVisible } from '../../identity/access/require-on.ts'
import { maySee } from '../../identity/access/visible.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { pageOfRuns, whereListed } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { type LoadSummary, listLoadsInput } from './job-schema.ts'
import { findLoad, type StoredLoad } from './load-run.ts'
import { sumLoadFiles, toLoadSummary } from './to-summary.ts'

/** Newest first. */
export async function listLoads(
  ctx: ServiceContext,
  given: z.input<typeof listLoadsInput>,
): Promise<{ loads: LoadSummary[]; next: string | null }> {
  const { pipeline, like, common, after, limit, ...filter } = await authorizeInput(
    ctx,
    'viewer',
    listLoadsInput,
    given,
  )
  const rows = await ctx.db.loadJob.findMany({
    where: {
      AND: [
        { run: whereListed(ctx.actor, filter) },
        like ? whereLike(await findVisible(ctx, like), common) : {},
      ],
      ...(pipeline ? { pipelineId: pipeline } : {}),
    },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const sums = await sumLoadFiles(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    loads: page.map((row) => toLoadSummary(row, sums(row.id))),
    next,
  }
}

/** @throws ServiceError `not_found`, also for one that may not be seen: what equals it would tell about it. */
async function findVisible(ctx: ServiceContext, id: string): Promise<StoredLoad> {
  const load = await findLoad(ctx.db, id)
  const { target } = loadSpec.parse(load.spec)
  if (!maySee(ctx.actor, { kind: 'table', clusterId: load.run.clusterId, ...target })) throw notVisible()
  return load
}

/** On the same cluster: a load of other hardware says little about this one. */
function whereLike({ run, spec }: StoredLoad, common: 'table' | 'objects'): Prisma.LoadJobWhereInput {
  const { target, source } = loadSpec.parse(spec)
  const paths: [path: string[], equals: Prisma.InputJsonValue][] =
    common === 'table'
      ? [[['target'], target]]
      : [
          [['source', 'bucket'], source.bucket],
          [['source', 'selection'], source.selection],
        ]
  return {
    run: { clusterId: run.clusterId },
    AND: paths.map(([path, equals]) => ({ spec: { path, equals } })),
  }
}
