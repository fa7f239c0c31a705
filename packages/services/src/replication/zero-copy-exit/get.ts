import { type ExitStage, exitStages, tierMigrationLimits } from '@frostline/domain'
import { z } from 'zod'
import { whereTable } from '../../identity/access/visible.ts'
import { observeRunningSteps } from '../../placement/tier-migration/observe-running-steps.ts'
import { planCheckView } from '../../placement/tier-migration/schema.ts'
import { viewPlanned } from '../../placement/tier-migration/to-view.ts'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage, pageAfter } from '../../platform/base/page.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { findRun } from '../../platform/run/run-of-kind.ts'
import { type RunRefInput, runRef } from '../../platform/run/run-schema.ts'
import { exitStatusOf, exits, mayGoBack, needsOther, type StoredExit, withExitRun } from './exit-run.ts'
import {
  type ExitDetail,
  type ExitSummary,
  exitContents,
  exitMigrations,
  exitOrigins,
  type exitPage,
  exitSwitches,
  listExitsInput,
} from './schema.ts'

/** Newest first. */
export async function listExits(
  ctx: ServiceContext,
  given: z.input<typeof listExitsInput>,
): Promise<z.infer<typeof exitPage>> {
  const { cluster, database, table, after, limit } = await authorizeInput(
    ctx,
    'viewer',
    listExitsInput,
    given,
  )
  const rows = await ctx.db.zeroCopyExit.findMany({
    where: {
      ...whereTable(ctx.actor),
      ...(cluster === undefined ? {} : { cluster: { OR: [{ id: cluster }, { slug: cluster }] } }),
      ...(database === undefined ? {} : { database }),
      ...(table === undefined ? {} : { table }),
    },
    include: withExitRun,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...pageAfter({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  return { exits: page.map(toSummary), next }
}

/** One exit with its tier migrations by replica, its setting changes and its proof. */
export async function getExit(ctx: ServiceContext, given: RunRefInput): Promise<ExitDetail> {
  await authorize(ctx, 'viewer')
  const exit = await findRun(ctx.db, exits, parseInput(runRef, given).id)
  const children = exitMigrations.parse(exit.migrations)
  return {
    ...toSummary(exit),
    ...{ deepCheck: exit.deepCheck, limits: tierMigrationLimits.parse(exit.limits) },
    checks: z.array(planCheckView).parse(exit.checks),
    needsOther: exitStatusOf(exit) === 'planned' && (await needsOther(ctx.db, exit, ctx.actor)),
    standing: describeStanding(exit),
    mayGoBack: mayGoBack(exit),
    migrations: await readMigrations(ctx, children),
    switches: exitSwitches.parse(exit.switches),
    before: exitContents.parse(exit.before),
    after: exit.after === null ? null : exitContents.parse(exit.after),
  }
}

async function readMigrations(
  ctx: ServiceContext,
  children: z.infer<typeof exitMigrations>,
): Promise<ExitDetail['migrations']> {
  const ids = children.map(({ id }) => id)
  const live = new Map((await observeRunningSteps(ctx, ids)).map((step) => [step.id, step]))
  const found = await ctx.db.tierMigration.findMany({
    where: { id: { in: ids } },
    select: {
      ...{ id: true, totalBytes: true, run: { select: { status: true, error: true } } },
      steps: {
        select: { id: true, nodeName: true, status: true, plannedBytes: true, movedBytes: true },
        orderBy: { ordinal: 'asc' },
      },
    },
  })
  return children.flatMap(({ id, stage }) => {
    const migration = found.find((each) => each.id === id)
    if (!migration?.run) return []
    const replicas = new Map<string, ExitDetail['migrations'][number]['replicas'][number]>()
    for (const { id: stepId, nodeName: node, status, plannedBytes, movedBytes } of migration.steps) {
      const own = replicas.get(node) ?? { node, steps: 0, completed: 0, totalBytes: 0n, movedBytes: 0n }
      replicas.set(node, {
        node,
        steps: own.steps + 1,
        completed: own.completed + (status === 'completed' || status === 'skipped' ? 1 : 0),
        totalBytes: own.totalBytes + plannedBytes,
        movedBytes:
          own.movedBytes + (status === 'running' ? (live.get(stepId)?.movedBytes ?? movedBytes) : movedBytes),
      })
    }
    const { totalBytes, run } = migration
    return [
      {
        ...{ id, stage, ...run, totalBytes },
        movedBytes: [...replicas.values()].reduce((sum, own) => sum + own.movedBytes, 0n),
        replicas: [...replicas.values()],
      },
    ]
  })
}

function toSummary(exit: StoredExit): ExitSummary {
  const { database, table, hotVolume, targetVolume, goesBack, proof } = exit
  return {
    ...viewPlanned(exit),
    ...{ database, table, hotVolume, targetVolume, goesBack, proof, status: exitStatusOf(exit) },
    ...{ stage: stageOf(exit.stage), partitions: Object.keys(exitOrigins.parse(exit.origins)).length },
  }
}

export function stageOf(text: string): ExitStage {
  const stage = exitStages.find((each) => each === text)
  if (!stage) throw new Error(`The ledger names a stage ${text}`)
  return stage
}

/** What holds if nothing more is done. */
function describeStanding({ stage, run, goesBack, proof, hotVolume, targetVolume }: StoredExit): string {
  if (run === null) return 'Nothing has been changed.'
  if (proof !== null)
    return goesBack
      ? 'The setting is on again on all replicas, and the parts are back where they were shared.'
      : targetVolume === null
        ? `The setting is off on all replicas, and the parts are on '${hotVolume}'.`
        : 'The setting is off on all replicas, and each replica has its own objects.'
  if (goesBack)
    return 'Local parts stay local, shared parts stay shared. The setting is on, or is turned on first. Locks protect shared parts.'
  switch (stageOf(stage)) {
    case 'to-hot':
      return `The setting is on. Parts are on '${hotVolume}' or shared and locked. It is safe to stop, continue or go back.`
    case 'switch-off':
      return 'No part was shared when the setting went off. If it is off on some replicas only, each replica stores new parts separately on object storage. This is safe but needs more space. Continue or go back.'
    default:
      return targetVolume === null
        ? `The setting is off, and the parts are on '${hotVolume}'.`
        : `The setting is off. Parts are on '${hotVolume}' or on '${targetVolume}', and each replica has its own objects. It is safe to stop or continue.`
  }
}
