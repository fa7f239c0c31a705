import { startPulse } from '@frostline/clickhouse'
import { claimReadings, type Database, holdNodeWatch, wasReadSince } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { firstRow } from '../reading/first-row.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { hasLoadersAtWork } from './describe-settled.ts'
import { type CloseLook, readStartDetails } from './read-start-details.ts'
import { lookMs, nextCloseReading } from './reading-times.ts'
import { isDueForDetails, recordAnswer } from './record-answer.ts'

/** A healthy node answers the pulse from memory in milliseconds. */
const pulseBudgetMs = 5_000

/**
 * Reads the nodes that are due and keeps the history of their starts. Each reading is recorded in one transaction:
 * after a crash the start has been recorded, or the next reading does so.
 */
export async function watchStarts(ctx: ServiceContext, clusterId: string): Promise<void> {
  const now = ctx.now()
  const nodes = await ctx.db.clusterNode.findMany({ where: { clusterId }, select: { name: true } })
  const nextLookAt = new Date(now.getTime() + lookMs)
  const due = await claimReadings(ctx.db, {
    ...{ clusterId, now, nextLookAt },
    nodeNames: nodes.map(({ name }) => name),
  })
  if (due.length === 0) return
  const { readings, envelope } = await readCluster(
    ctx,
    { cluster: clusterId, fresh: true, nodes: due, budgetMs: pulseBudgetMs },
    async (reader) => {
      const row = firstRow(await reader.ask(startPulse, {}), startPulse.name)
      return { at: ctx.now(), row }
    },
  )
  // One that rejects, or fails a query, is up.
  for (const { name, state } of envelope.nodes)
    if (state === 'unreachable' || state === 'timeout')
      await recordSilence(ctx.db, { clusterId, nodeName: name }, ctx.now())
  const answers = readings.map(({ node, value }) => ({ nodeName: node.name, ...value }))
  const closer: CloseLook[] = []
  for (const { nodeName, ...pulse } of answers)
    if (await isDueForDetails(ctx.db, { clusterId, nodeName }, pulse))
      closer.push({ nodeName, loading: hasLoadersAtWork(pulse.row) })
  const details = await readStartDetails(ctx, clusterId, closer)
  for (const { nodeName, ...pulse } of answers)
    await recordAnswer(ctx.db, { clusterId, nodeName }, { ...pulse, details: details.get(nodeName) ?? null })
}

/** Records that a node did not answer, and reads it again soon. */
async function recordSilence(
  db: Database,
  at: { clusterId: string; nodeName: string },
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const watch = await holdNodeWatch(tx, at)
    if (!watch || wasReadSince(watch, now)) return
    const failedFrom = watch.failedFrom ?? now
    await tx.nodeWatch.update({
      where: { clusterId_nodeName: at },
      data: { failedFrom, failedTo: now, nextLookAt: nextCloseReading(now, failedFrom) },
    })
  })
}
