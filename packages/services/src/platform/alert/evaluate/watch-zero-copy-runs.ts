import { zeroCopySettings } from '@frostline/clickhouse'
import type { Run, ZeroCopyExit } from '@frostline/db'
import { objectCostPerMonth, type WatchedExit, type WatchedUpload } from '@frostline/domain'
import { findCutOffUploads } from '../../../placement/tier-migration/cut-off-uploads.ts'
import { sharingOf } from '../../../replication/zero-copy/sharing-tables.ts'
import { exitMigrations, exitSwitches, exitTableUuids } from '../../../replication/zero-copy-exit/schema.ts'
import type { ServiceContext } from '../../base/context.ts'
import { readPriceBook } from '../../cost/disk-prices.ts'
import { readCluster } from '../../reading/read-cluster.ts'
import { evidenceOf } from './evidence-of.ts'
import { lastProgressMs, withHeadway } from './watch-migrations.ts'

/** The latest exit of each table that was started and has not completed. The setting is read from the nodes. */
export async function watchExits(ctx: ServiceContext, clusterId: string): Promise<WatchedExit[]> {
  const latest = await ctx.db.zeroCopyExit.findMany({
    where: { clusterId, runId: { not: null } },
    include: { run: true },
    orderBy: { createdAt: 'desc' },
    distinct: ['database', 'table'],
  })
  const watched = await Promise.all(
    latest
      .flatMap(({ run, ...exit }) => (run && exit.proof === null ? { ...exit, run } : []))
      .map((exit) => watchExit(ctx, exit)),
  )
  return watched.flatMap((exit) => exit ?? [])
}

type StoredExit = ZeroCopyExit & { run: Run }

/** Null: no node has the table any more. */
async function watchExit(ctx: ServiceContext, exit: StoredExit): Promise<WatchedExit | null> {
  const { id, clusterId, database, table, run } = exit
  const reading = await readCluster(ctx, { cluster: clusterId, fresh: true }, (reader) =>
    reader.ask(zeroCopySettings, { database, table }),
  )
  const settings = reading.readings.flatMap(({ node, value }) =>
    value.map((row) => ({ node: node.name, enabled: sharingOf(row).enabled })),
  )
  if (settings.length === 0 && reading.coverage.complete) return null
  const switches = exitSwitches.parse(exit.switches)
  const children = exitMigrations.parse(exit.migrations)
  const migrations = await ctx.db.tierMigration.findMany({
    where: { id: { in: children.map((child) => child.id) } },
    include: withHeadway,
  })
  const moved = children.map(({ id: child, stage }) => {
    const steps = migrations.find((each) => each.id === child)?.steps ?? []
    const bytes = steps.reduce((sum, step) => sum + step.movedBytes, 0n)
    return { stage, bytes }
  })
  const sum = (of: string) => moved.reduce((all, { stage, bytes }) => (stage === of ? all + bytes : all), 0n)
  // On the way back one replica's bytes represent all, so the rest is unknown.
  const localBytes = exit.goesBack ? 0n : sum('to-hot') - sum('to-target')
  const times = [
    ...[exit.createdAt, run.startedAt, run.finishedAt].map((time) => time?.getTime() ?? 0),
    ...switches.flatMap(({ sentAt, seenAt }) => [sentAt, seenAt].map((time) => Date.parse(time ?? '') || 0)),
    ...migrations.map(lastProgressMs),
  ]
  return {
    ...{ id, database, table, status: run.status, settings },
    reason: run.error ?? run.waitReason,
    lastProgressMs: Math.max(...times),
    didSome: switches.length > 0 || moved.some(({ bytes }) => bytes > 0n),
    localBytes: localBytes > 0n ? localBytes : 0n,
    evidence: Object.keys(exitTableUuids.parse(exit.tableUuids)).map((node) =>
      evidenceOf(node, zeroCopySettings, { database, table }),
    ),
  }
}

/** Uploads to shared disks that were cut off because their server died, with what is left of them. */
export async function watchCutOffUploads(
  ctx: ServiceContext,
  clusterId: string,
): Promise<{ uploads: (WatchedUpload & { queryId: string; sentAt: Date })[]; currency: string }> {
  const [found, { book }] = await Promise.all([
    findCutOffUploads(ctx, clusterId, {}),
    readPriceBook(ctx.db, clusterId),
  ])
  const uploads = found.map(({ audit, ...upload }) => {
    const of = audit && { objects: audit.orphans, byLog: audit.byLog, bytes: audit.orphanBytes }
    return {
      ...upload,
      found: of && {
        ...of,
        costPerMonth: objectCostPerMonth({ ...of, bytes: Number(of.bytes) }, book.object),
      },
    }
  })
  return { uploads, currency: book.currency }
}
