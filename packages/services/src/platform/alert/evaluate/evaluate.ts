import {
  dueParts,
  failedMovesByTable,
  listDisks,
  partsOffVolumes,
  storeErrors,
  uploadsOfStatements,
} from '@frostline/clickhouse'
import { type Database, holdAlertTurn, sumPipelineLag } from '@frostline/db'
import {
  type AlertCondition,
  type AlertKind,
  type AlertRule,
  alertKindNames,
  type BuiltInAlertKind,
  judgeArchives,
  judgeAuditChain,
  judgeAuditDestinations,
  judgeCutOffUploads,
  judgeDisk,
  judgeDrift,
  judgeExits,
  judgeFailedMoves,
  judgeHeldRuns,
  judgeLateArrivals,
  judgeLateParts,
  judgeMigrations,
  judgePipelines,
  judgeStoreErrors,
  judgeUnreachable,
  judgeZeroCopyLocks,
  loadSpec,
  type OpenAlert,
  stepAlerts,
  type WatchedPipeline,
} from '@frostline/domain'
import { sampleQueues } from '../../../placement/advice/queue-samples.ts'
import { findLateArrivals } from '../../../placement/tier-migration/late-arrivals.ts'
import { getStorage } from '../../../storage/get.ts'
import type { ServiceContext } from '../../base/context.ts'
import { forecastDisks } from '../../history/forecast-disks.ts'
import { readCluster } from '../../reading/read-cluster.ts'
import { readCustomRules } from '../read-custom-rules.ts'
import { readAlertRules } from '../read-rules.ts'
import { evidenceOf } from './evidence-of.ts'
import { fillOutbox } from './fill-outbox.ts'
import { readAlertFacts } from './read-facts.ts'
import { countNewStoreErrors } from './store-error-samples.ts'
import { storeSteps } from './store-steps.ts'
import { watchArchives } from './watch-archives.ts'
import { watchAudit } from './watch-audit.ts'
import { watchCustomRules } from './watch-custom-rules.ts'
import { watchHeldRuns } from './watch-held-runs.ts'
import { watchMigrations } from './watch-migrations.ts'
import { watchReplication } from './watch-replication.ts'
import { watchZeroCopy } from './watch-zero-copy.ts'
import { watchCutOffUploads, watchExits } from './watch-zero-copy-runs.ts'

/** Comparing whole storage configurations is the most expensive part, so it does not run at every evaluation. */
const DRIFT_EVERY_MS = 5 * 60_000

/**
 * Evaluates one cluster once and updates its alerts: current conditions, state changes, and notifications.
 * @param epoch of the turn: if another worker has taken it meanwhile, nothing is written.
 * @throws LostAlertTurnError
 */
export async function evaluateCluster(ctx: ServiceContext, clusterId: string, epoch: bigint): Promise<void> {
  const now = ctx.now()
  const [rules, customRules, cluster, known] = await Promise.all([
    readAlertRules(ctx.db),
    readCustomRules(ctx.db, clusterId),
    ctx.clusters.get(clusterId),
    ctx.db.alert.findMany({ where: { clusterId, openKey: { not: null } } }),
  ])
  const open = known.flatMap((row): OpenAlert[] => {
    const kind = alertKindNames.find((each) => each === row.kind)
    if (!kind || row.state === 'resolved') return []
    return [
      {
        id: row.id,
        kind,
        subject: row.subject,
        state: row.state,
        pendingSinceMs: row.pendingSince.getTime(),
        clearSinceMs: row.clearSince?.getTime() ?? null,
        nodes: row.nodes,
        customRuleId: row.customRuleId,
      },
    ]
  })
  const [{ conditions, ...coverage }, custom] = await Promise.all([
    look(ctx, clusterId, rules, open, now),
    watchCustomRules(ctx.db, cluster, customRules, open, now),
  ])
  const steps = stepAlerts(
    open,
    [...conditions, ...custom.conditions],
    ({ kind, customRuleId }) =>
      kind === 'custom' ? (customRules.find(({ id }) => id === customRuleId) ?? removedRule) : rules[kind],
    { ...coverage, skippedSubjects: custom.skippedSubjects },
    now.getTime(),
  )
  await ctx.db.$transaction(async (tx) => {
    await holdAlertTurn(tx, epoch)
    await storeSteps(tx, clusterId, steps, now)
    await fillOutbox(tx, clusterId, now)
  })
}

const removedRule = { enabled: false, holdSeconds: 0, clearSeconds: 0 }

const lastDriftLooks = new Map<string, number>()

async function look(
  ctx: ServiceContext,
  clusterId: string,
  rules: Record<BuiltInAlertKind, AlertRule>,
  open: readonly OpenAlert[],
  now: Date,
) {
  const lateSeconds = Math.round(rules['late-parts'].threshold * 3600)
  const reading = await readCluster(ctx, { cluster: clusterId, fresh: true }, (reader, node) =>
    readAlertFacts(reader, node.name, lateSeconds),
  )
  const facts = reading.readings.map(({ node, value }) => ({ node: node.name, ...value }))
  const disks = facts.flatMap(({ node, localDisks }) => localDisks.map((disk) => ({ node, ...disk })))
  await sampleQueues(
    ctx.db,
    clusterId,
    facts.flatMap(({ node, queues }) => queues.map((queue) => ({ node, ...queue }))),
    now,
  )
  const [
    forecasts,
    newErrors,
    migrations,
    pipelines,
    replication,
    late,
    zeroCopy,
    exits,
    cutOff,
    audit,
    archives,
    heldRuns,
  ] = await Promise.all([
    forecastDisks(ctx.db, clusterId, now),
    countNewStoreErrors(
      ctx.db,
      clusterId,
      facts.map(({ node, storeErrors: counted }) => ({ node, ...counted })),
      now,
    ),
    watchMigrations(ctx.db, clusterId, now),
    watchPipelines(ctx.db, clusterId),
    watchReplication(ctx, clusterId, rules, now),
    findLateArrivals(ctx, {
      ...{ cluster: clusterId, fresh: true },
      withinHours: rules['late-arrivals'].threshold,
    }),
    watchZeroCopy(ctx, clusterId, now),
    watchExits(ctx, clusterId),
    watchCutOffUploads(ctx, clusterId),
    watchAudit(ctx.db, clusterId),
    watchArchives(ctx.db, clusterId),
    watchHeldRuns(ctx.db, clusterId, now),
  ])
  const isOpen = (subject: string) =>
    open.some(
      (alert) => alert.kind === 'hot-disk-full' && alert.subject === subject && alert.state === 'firing',
    )
  const conditions: AlertCondition[] = [
    ...judgeUnreachable(
      reading.envelope.nodes
        .filter(({ state }) => state !== 'ok')
        .map(({ name, state, message }) => ({ name, reason: message ?? state })),
    ),
    ...disks.flatMap((disk) =>
      judgeDisk(
        disk,
        [disk.name, ...disk.sharesWith]
          .map((name) => forecasts.get(`${disk.node}/${name}`))
          .find((forecast) => forecast != null) ?? null,
        rules['hot-disk-full'].threshold,
        isOpen,
        evidenceOf(disk.node, listDisks, {}),
      ),
    ),
    ...judgeLateParts(
      facts.flatMap(({ due }) => due),
      rules['late-parts'].threshold,
      (node) => evidenceOf(node, dueParts, { seconds: lateSeconds }),
    ),
    ...judgeFailedMoves(
      facts.flatMap(({ failedMoves }) => failedMoves),
      rules['failing-moves'].threshold,
      (node) => evidenceOf(node, failedMovesByTable, {}),
    ),
    ...judgeStoreErrors(
      newErrors.map((each) => ({ ...each, evidence: evidenceOf(each.node, storeErrors, {}) })),
      rules['store-errors'].threshold,
    ),
    ...judgeMigrations(
      migrations.filter(({ id }) => !heldRuns.some((held) => held.id === id)),
      rules['migration-stuck'].threshold,
      now.getTime(),
    ),
    ...judgeHeldRuns(heldRuns, rules['approval-missing'].threshold, now.getTime()),
    ...judgePipelines(pipelines, rules['pipeline-behind'].threshold, now.getTime()),
    ...judgeLateArrivals(late.arrivals, (node, own) =>
      evidenceOf(node, partsOffVolumes, {
        databases: own.map(({ database }) => database),
        tables: own.map(({ table }) => table),
        partition_ids: own.map(({ partitionId }) => partitionId),
        volumes: own.map(({ toVolume }) => toVolume),
      }),
    ),
    ...replication.conditions,
    ...judgeZeroCopyLocks(zeroCopy ?? [], rules['zero-copy-locks'].threshold),
    ...judgeArchives(archives),
    ...judgeAuditChain(audit.fault),
    ...judgeAuditDestinations(audit.destinations, rules['audit-behind'].threshold, now.getTime()),
    ...judgeExits(exits, rules['zero-copy-exit'].threshold, now.getTime()),
    ...judgeCutOffUploads(cutOff.uploads, cutOff.currency, (node, own) =>
      evidenceOf(node, uploadsOfStatements, {
        query_ids: own.map(({ queryId }) => queryId),
        since: new Date(Math.min(...own.map(({ sentAt }) => sentAt.getTime()))),
      }),
    ),
  ]
  const missingNodes = new Set([...reading.coverage.missingNodes, ...late.reading.coverage.missingNodes])
  const drift = await lookForDrift(ctx, clusterId, now)
  return {
    conditions: drift ? [...conditions, ...judgeDrift(drift)] : conditions,
    missingNodes,
    skippedKinds: new Set<AlertKind>([
      ...replication.skippedKinds,
      ...(drift ? [] : (['drift'] as const)),
      ...(zeroCopy ? [] : (['zero-copy-locks'] as const)),
    ]),
  }
}

/** Null when it is not due. */
async function lookForDrift(ctx: ServiceContext, clusterId: string, now: Date) {
  const last = lastDriftLooks.get(clusterId)
  if (last !== undefined && now.getTime() - last < DRIFT_EVERY_MS) return null
  const { data } = await getStorage(ctx, { cluster: clusterId, fresh: true })
  lastDriftLooks.set(clusterId, now.getTime())
  return data.differences
}

/** Pipelines of a cluster with what blocks them. */
export async function watchPipelines(db: Database, clusterId: string): Promise<WatchedPipeline[]> {
  const rows = await db.loadPipeline.findMany({ where: { clusterId } })
  const lagOf = await sumPipelineLag(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { database, table } = loadSpec.parse(row.spec).target
    const waits = [row.oldestWaiting, lagOf(row.id).loading.oldest].flatMap((date) =>
      date === null ? [] : [date.getTime()],
    )
    return {
      name: row.name,
      database,
      table,
      enabled: row.enabled,
      continuous: row.trigger === 'continuous',
      stoppedReason: row.stoppedReason,
      lookError: row.lookError,
      lookErrorSinceMs: row.lookErrorSince?.getTime() ?? null,
      oldestMs: waits.length === 0 ? null : Math.min(...waits),
    }
  })
}
