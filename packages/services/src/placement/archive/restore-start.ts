import { randomUUID } from 'node:crypto'
import { explain, typeSettings } from '@frostline/clickhouse'
import { lockRow, notifyChange, storeRun, type Transaction } from '@frostline/db'
import { expiredStates } from '@frostline/domain'
import { type LoadPlan, planLoad } from '../../loads/load-job/plan-load.ts'
import { queueLoad, queueLoadTransaction, refuseBlocking } from '../../loads/load-job/queue-load.ts'
import { loadDraft } from '../../loads/load-job/schema.ts'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditStatement, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { explainClaim, refuseHolder } from '../../platform/run/claim.ts'
import { countRestores, draftLoads, planRestore, type RestorePlan } from './plan-restore.ts'
import { claimOfRestore, restores } from './restore-run.ts'
import {
  type ArchiveRestoreInput,
  type ArchiveRestorePreview,
  archiveRestoreInput,
} from './restore-schema.ts'
import { alignArchiveView, explainAligned } from './view/align-view.ts'

/** Which rows a restore would bring back, and what blocks it. Changes nothing. */
export async function previewArchiveRestore(
  ctx: ServiceContext,
  given: ArchiveRestoreInput,
): Promise<ArchiveRestorePreview> {
  const input = await authorizeInput(ctx, 'admin', archiveRestoreInput, given)
  return (await planRestore(ctx, input)).preview
}

/**
 * Creates the table beside if asked, and queues one load per shard with the files of the manifest. A worker follows them and
 * compares the result.
 * @throws ServiceError `conflict` where something blocks it.
 */
export async function startArchiveRestore(
  ctx: ServiceContext,
  given: ArchiveRestoreInput,
): Promise<{ id: string }> {
  const attempt = {
    action: 'archive-restore.start',
    objectType: 'archive-restore',
    objectName: given.archiveId,
  }
  await authorize(ctx, 'admin', attempt)
  const input = parseInput(archiveRestoreInput, given)
  const plan = await planRestore(ctx, input)
  const { archive, preview } = plan
  const name = `${preview.database}.${preview.table}`
  if (preview.obstacles.length > 0)
    throw new ServiceError('conflict', `${name} cannot be restored: ${preview.obstacles.join(' ')}`, {
      hint: 'Fix this, then preview again.',
    })
  const cluster = await ctx.clusters.get(archive.run.clusterId)
  // Loads look into files, so those that have to be retrieved first are planned by the worker.
  const isAway = preview.retrieval !== null
  const { statements, planned } = isAway ? { statements: [], planned: [] } : await planLoads(ctx, plan)
  const id = randomUUID()
  const requestedById = await findPerson(ctx.db, ctx.actor)
  const claimKey = claimOfRestore(cluster.id, preview.database, preview.table)
  const isMarked = input.mode === 'into' && !isAway
  if (isMarked) await readFilesAlone(ctx, plan, { claimKey, name })
  return ctx.db
    .$transaction(async (tx) => {
      await refuseExpired(tx, plan)
      await refuseHolder(tx, restores, { claimKey, name })
      await refuseLatePlan(tx, plan)
      if (isMarked) await renewMark(tx, plan, ctx.now())
      await storeRun(tx, {
        ...{ id, kind: 'archive-restore', clusterId: cluster.id, of: preview, claimKey },
        ...{ requestedById, requestedBy: ctx.actor.name, now: ctx.now() },
      })
      await tx.archiveRestore.create({
        data: {
          ...{ id, archiveId: archive.id, mode: input.mode },
          ...{ database: preview.database, table: preview.table },
          ...(input.keepDays !== null && {
            ...{ keepDays: input.keepDays, keepSetBy: ctx.actor.name, keepSetAt: ctx.now() },
          }),
          volume: input.volume,
          ...(isAway && { retrievalTier: input.retrievalTier, retrievalDays: input.retrievalDays }),
          steps: {
            create: plan.steps.map(({ step, node }) => ({
              ...{ archiveId: archive.id, stepOrdinal: step.ordinal, nodeName: node },
            })),
          },
        },
      })
      await queueLoads(tx, ctx, id, planned, cluster)
      await recordAudit(tx, ctx, {
        ...attempt,
        ...{ objectId: id, objectName: name, clusterId: cluster.id, clusterName: cluster.name },
        ...{ outcome: 'requested', statements },
        details: {
          ...{ archive: archive.id, mode: input.mode, rows: String(preview.rows) },
          partitions: plan.steps.length,
          ...(input.keepDays !== null && { removedAfterDays: input.keepDays }),
          ...(input.volume !== null && { volume: input.volume }),
          ...(preview.retrieval && {
            ...{ retrieval: input.retrievalTier, filesToRetrieve: preview.retrieval.files },
          }),
        },
      })
      await notifyChange(tx, 'archive-restore', id)
      return { id }
    }, queueLoadTransaction)
    .catch(async (error: unknown) => {
      if (isMarked) await readTableAgain(ctx, plan)
      throw explainClaim(error, restores, name)
    })
}

/** The claim keeps others away from here on. Before it, one may have begun and ended. @throws ServiceError `conflict` */
async function refuseLatePlan(
  tx: Transaction,
  { archive, steps, restoresBefore }: RestorePlan,
): Promise<void> {
  const ordinals = steps.map(({ step }) => step.ordinal)
  if ((await countRestores(tx, archive.id, ordinals)) === restoresBefore) return
  throw new ServiceError('conflict', 'Another restore of these partitions has started since.', {
    hint: 'Preview again.',
  })
}

/**
 * A worker removes the mark of a start that takes too long. The update locks the mark until the restore is stored.
 * @throws ServiceError `conflict` where the mark was removed.
 */
async function renewMark(tx: Transaction, { archive, steps }: RestorePlan, now: Date): Promise<void> {
  const ordinals = steps.map(({ step }) => step.ordinal)
  const { count } = await tx.archiveStep.updateMany({
    where: { archiveId: archive.id, ordinal: { in: ordinals }, restoringAt: { not: null } },
    data: { restoringAt: now },
  })
  if (count === ordinals.length) return
  throw new ServiceError('conflict', 'The start of the restore took too long. Nothing was restored.', {
    hint: 'Start it again.',
  })
}

type PlannedLoads = { load: LoadPlan; ordinals: number[] }[]

/** Creates the table beside if asked, and plans one load per shard. @throws ServiceError */
async function planLoads(
  ctx: ServiceContext,
  plan: RestorePlan,
): Promise<{ statements: AuditStatement[]; planned: PlannedLoads }> {
  const statements = await createTable(ctx, plan)
  const planned: PlannedLoads = []
  for (const { draft, ordinals } of draftLoads(plan)) {
    const load = await planLoad(ctx, parseInput(loadDraft, draft))
    refuseBlocking(load.checks)
    planned.push({ load, ordinals })
  }
  return { statements, planned }
}

async function queueLoads(
  tx: Transaction,
  ctx: ServiceContext,
  restoreId: string,
  planned: PlannedLoads,
  cluster: { id: string; name: string },
): Promise<void> {
  for (const { load, ordinals } of planned) {
    const { id: loadId } = await queueLoad(tx, ctx, { ...load, cluster })
    await tx.archiveRestoreStep.updateMany({
      where: { restoreId, stepOrdinal: { in: ordinals } },
      data: { loadId },
    })
  }
}

/**
 * Queues the loads of a restore whose files were retrieved, in the name of whoever started it. Checked as at its start: hours
 * have passed. A worker that was killed and comes back queues them once.
 * @throws ServiceError `unreachable` where it can be tried again when a node or the store is back; `conflict` where something else
 * blocks it.
 */
export async function loadRetrieved(ctx: ServiceContext, restoreId: string): Promise<void> {
  const restore = await ctx.db.archiveRestore.findUniqueOrThrow({
    where: { id: restoreId },
    include: { run: true, steps: { include: { step: { select: { partitionId: true } } } } },
  })
  const { archiveId, mode, table, retrievalTier, retrievalDays, run } = restore
  const plan = await planRestore(ctx, {
    ...{ archiveId, mode, table, partitionIds: restore.steps.map(({ step }) => step.partitionId) },
    ...{ retrievalTier: retrievalTier ?? 'standard', retrievalDays: retrievalDays ?? 1 },
    ...{ keepDays: restore.keepDays, volume: restore.volume },
  })
  const { preview } = plan
  const obstacles = [
    ...preview.obstacles,
    ...(preview.retrieval ? ['Retrieved copies of files have expired. A retry retrieves them again.'] : []),
  ]
  if (obstacles.length > 0)
    throw new ServiceError(plan.isAway ? 'unreachable' : 'conflict', obstacles.join(' '), {
      hint: 'Fix this, then retry.',
    })
  const cluster = await ctx.clusters.get(run.clusterId)
  const { planned } = await planLoads(ctx, plan)
  if (mode === 'into') await readFilesAlone(ctx, plan, null)
  await ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'run', restoreId)
    const queued = await tx.archiveRestoreStep.count({ where: { restoreId, loadId: { not: null } } })
    if (queued > 0) return
    const actor = { ...ctx.actor, id: run.requestedById ?? ctx.actor.id, name: run.requestedBy }
    await queueLoads(tx, { ...ctx, actor }, restoreId, planned, cluster)
    await tx.archiveRestore.update({ where: { id: restoreId }, data: { retrievedAt: ctx.now() } })
    await notifyChange(tx, 'archive-restore', restoreId)
  }, queueLoadTransaction)
}

/** From now on a deletion of the files waits for this restore. @throws ServiceError `conflict` where one was faster. */
async function refuseExpired(tx: Transaction, { archive, steps }: RestorePlan): Promise<void> {
  await lockRow(tx, 'run', archive.id)
  const expired = await tx.archiveStep.findFirst({
    where: {
      ...{ archiveId: archive.id, ordinal: { in: steps.map(({ step }) => step.ordinal) } },
      state: { in: [...expiredStates] },
    },
  })
  if (expired)
    throw new ServiceError(
      'conflict',
      `The files of partition ${expired.partition} are being deleted, because the retention of the archive has ended.`,
      { hint: 'Preview again.' },
    )
}

/**
 * Before the first row arrives, the view over table and archive reads these partitions from the files alone.
 * @throws ServiceError `unreachable`
 */
async function readFilesAlone(
  ctx: ServiceContext,
  plan: RestorePlan,
  claim: { claimKey: string; name: string } | null,
): Promise<void> {
  const { archive, steps } = plan
  const { id: archiveId, database, table, run } = archive
  await ctx.db.$transaction(async (tx) => {
    await refuseExpired(tx, plan)
    if (claim !== null) {
      await refuseHolder(tx, restores, claim)
      await refuseLatePlan(tx, plan)
    }
    await tx.archiveStep.updateMany({
      where: { archiveId, ordinal: { in: steps.map(({ step }) => step.ordinal) } },
      data: { restoringAt: ctx.now(), restoredAt: null },
    })
  })
  const fault = explainAligned(await alignArchiveView(ctx, { clusterId: run.clusterId, database, table }))
  if (fault === null) return
  await readTableAgain(ctx, plan)
  throw new ServiceError('unreachable', `Nothing was restored. ${fault}`, {
    hint: 'Fix this, or drop the view, then start the restore again.',
  })
}

/** A restore that did not start has left no row in the table: what arrives there later is read again. */
async function readTableAgain(ctx: ServiceContext, { archive, steps }: RestorePlan): Promise<void> {
  const { id: archiveId, database, table, run } = archive
  const ordinals = steps.map(({ step }) => step.ordinal)
  const { count } = await ctx.db.archiveStep.updateMany({
    where: {
      ...{ archiveId, ordinal: { in: ordinals }, restoringAt: { not: null }, restoredAt: null },
      // The rows of another restore are on their way, or may be there in part.
      restores: { none: { removedAt: null, restore: { mode: 'into' } } },
    },
    data: { restoringAt: null },
  })
  // A node that does not answer keeps the view of before, which an update of the view corrects.
  if (count > 0) await alignArchiveView(ctx, { clusterId: run.clusterId, database, table })
}

/** On each node that loads. @throws ServiceError `refused` */
async function createTable(
  ctx: ServiceContext,
  { create, steps, archive }: RestorePlan,
): Promise<AuditStatement[]> {
  if (create === null) return []
  const { nodes } = await ctx.clusters.get(archive.run.clusterId)
  const sent: AuditStatement[] = []
  for (const name of new Set(steps.map(({ node }) => node))) {
    const node = nodes.find((each) => each.name === name)
    if (!node) continue
    const queryId = `frostline-restore-${randomUUID()}`
    const outcome = await node.client.command({
      ...create,
      settings: typeSettings,
      queryId,
      purpose: 'archive_restore',
    })
    if (outcome.kind !== 'ok')
      throw new ServiceError(
        'refused',
        `The new table could not be created on ${name}: ${explain(outcome)}`,
        {
          hint: 'Drop it on the other nodes where it was created, then start again.',
        },
      )
    sent.push({ node: name, sql: create.sql, queryId })
  }
  return sent
}
