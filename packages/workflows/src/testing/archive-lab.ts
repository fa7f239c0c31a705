import { setTimeout as sleep } from 'node:timers/promises'
import type { ArchiveStep, Run } from '@frostline/db'
import { isOpenRun } from '@frostline/domain'
import {
  type ArchiveRestoreInput,
  approveArchive,
  openSource,
  previewArchive,
  type StartArchiveInput,
  startArchive,
  startArchiveRestore,
  startDueExpiries,
  startDueRemovals,
} from '@frostline/services'
import { archiveWork, releaseDueArchives } from '../archive/run-archive.ts'
import { restoreWork } from '../archive/run-restore.ts'
import { expiryWork } from '../archive-expiry/run-expiry.ts'
import { loadWork } from '../load-job/run-load-job.ts'
import { restoreRemovalWork } from '../restore-removal/run-removal.ts'
import { migrationWork } from '../tier-migration/run-tier-migration.ts'
import { type CrashPoint, crashAt } from './crashing-worker.ts'
import { driveOnce } from './drive-once.ts'
import { labDeps } from './lab-deps.ts'
import type { LabOptions } from './lab-parts.ts'
import { openLoadLab, sourceAddresses } from './load-lab.ts'

export type ArchiveLab = Awaited<ReturnType<typeof openArchiveLab>>

/** Nodes, a bucket with a source, and tables `lab.<name>` that are archived. */
export async function openArchiveLab(options: LabOptions) {
  const lab = await openLoadLab(options)
  const as = (role: 'viewer' | 'operator' | 'admin', name = `${role}@lab`) => ({
    ...lab.loadCtx,
    actor: { type: 'user' as const, id: name, name, role },
  })
  const admin = as('admin')
  const deps = labDeps(lab, { sourceAddresses })

  async function command(query: string): Promise<void> {
    for (const [, client] of lab.admins) await client.command({ query })
  }

  async function draftOf(table: string, change: Partial<StartArchiveInput> = {}): Promise<StartArchiveInput> {
    const input = {
      ...{ cluster: lab.clusterId, database: 'lab', table, prefix: 'cold/' },
      source: { id: lab.sourceId, bucket: lab.bucket },
      choice: { kind: 'older-than' as const, days: 30 },
      ...change,
    }
    const { rows, steps, obstacles } = await previewArchive(admin, input)
    if (obstacles.length > 0) throw new Error(obstacles.join(' '))
    return { ...input, graceHours: 24, expectedRows: String(rows), expectedPartitions: steps.length }
  }

  async function runOf(id: string): Promise<Run> {
    return lab.db.run.findUniqueOrThrow({ where: { id } })
  }

  return {
    ...lab,
    ...{ as, admin, deps, command, draftOf, runOf },

    /** Three months on each node: two parts each, of `rows` rows. */
    async createEvents(table: string, rows = 1_000): Promise<void> {
      await command(`CREATE TABLE lab.${table} (day Date, id UInt64, text LowCardinality(String), at DateTime64(3, 'Asia/Tokyo'))
        ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (id, day)`)
      await command(`SYSTEM STOP MERGES lab.${table}`)
      for (const from of [0, rows])
        await command(
          `INSERT INTO lab.${table} SELECT toDate('2024-01-15') + INTERVAL number % 3 MONTH, number, concat('text ', toString(number % 7)),
            toDateTime64(number / 7, 3, 'Asia/Tokyo') FROM numbers(${from}, ${rows})`,
        )
    },

    /** Rows and a sum of all columns, over all nodes. */
    async sum(table: string, where = '1', columns = '*'): Promise<string> {
      const sums = await Promise.all(
        lab.admins.map(async ([, client]) => {
          const [row] = await lab.rows<{ sum_rows: string; sum_hash: string }>(
            client,
            `SELECT toString(count()) AS sum_rows, toString(sum(cityHash64(tuple(${columns})))) AS sum_hash FROM lab.${table} WHERE ${where}`,
          )
          return `${row?.sum_rows} rows ${row?.sum_hash}`
        }),
      )
      return sums.join(', ')
    },

    async start(table: string, change: Partial<StartArchiveInput> = {}): Promise<string> {
      return (await startArchive(admin, await draftOf(table, change))).id
    },

    /** Drives one generation to its end like a new worker process, in this one. */
    drive: (id: string): Promise<Run> => driveOnce(deps, archiveWork(), id),

    /** Stops like a killed worker at a step. Returns the step; null when there is none. */
    async crash(id: string, point: CrashPoint, workOf = archiveWork): Promise<string | null> {
      const { db, clusters, guardStore, state } = crashAt(point, { db: lab.db, clusters: lab.ctx.clusters })
      const open: typeof openSource = async (ctx, sourceId) => {
        const source = await openSource(ctx, sourceId)
        return { ...source, store: guardStore(source.store) }
      }
      try {
        await driveOnce({ ...deps, db, clusters }, workOf(open), id)
      } catch (error) {
        if (!state.dead) throw error
      }
      return state.at === '' ? null : state.at
    },

    async approve(id: string): Promise<void> {
      const { _sum } = await lab.db.archiveStep.aggregate({
        where: { archiveId: id, state: 'proved' },
        _sum: { rows: true },
      })
      await approveArchive(admin, { id, expectedRows: String(_sum.rows ?? 0n) })
    },

    /** The grace time is over, and the dispatcher has noticed. */
    async passGrace(id: string): Promise<void> {
      await lab.db.archive.update({ where: { id }, data: { dropAt: new Date(Date.now() - 1_000) } })
      await releaseDueArchives(deps)
    },

    /** Archives a table to the end: proved, detached, dropped. */
    async archive(table: string, change: Partial<StartArchiveInput> = {}): Promise<string> {
      const { id } = await startArchive(admin, await draftOf(table, change))
      await driveOnce(deps, archiveWork(), id)
      await this.approve(id)
      await driveOnce(deps, archiveWork(), id)
      await this.passGrace(id)
      const { status, error } = await driveOnce(deps, archiveWork(), id)
      if (status !== 'completed') throw new Error(`The archive is ${status}: ${error}`)
      return id
    },

    /** The retention is over, and the dispatcher has noticed. Returns the run that deletes the files; null: none. */
    async passRetention(archiveId: string): Promise<string | null> {
      await lab.db.archive.update({
        where: { id: archiveId },
        data: { expiresAt: new Date(Date.now() - 5_000) },
      })
      await startDueExpiries(lab.loadCtx)
      const run = await lab.db.archiveExpiry.findFirst({
        where: { archiveId, run: { status: { in: ['queued', 'running'] } } },
      })
      return run?.id ?? null
    },

    /** Restored rows are kept long enough, and the dispatcher has noticed. Returns the run that removes them; null: none. */
    async passKeep(restoreId: string): Promise<string | null> {
      await lab.db.archiveRestore.updateMany({
        where: { id: restoreId, removeAt: { not: null } },
        data: { removeAt: new Date(Date.now() - 5_000) },
      })
      await startDueRemovals(lab.loadCtx)
      const run = await lab.db.restoreRemoval.findFirst({
        where: { restoreId, run: { status: { in: ['queued', 'running'] } } },
      })
      return run?.id ?? null
    },

    driveRemoval: (id: string): Promise<Run> => driveOnce(deps, restoreRemovalWork(), id),

    driveExpiry: (id: string): Promise<Run> => driveOnce(deps, expiryWork(), id),

    steps: (id: string): Promise<ArchiveStep[]> =>
      lab.db.archiveStep.findMany({ where: { archiveId: id }, orderBy: { ordinal: 'asc' } }),

    async states(id: string): Promise<string[]> {
      const steps = await lab.db.archiveStep.findMany({
        where: { archiveId: id },
        orderBy: { ordinal: 'asc' },
      })
      return steps.map(({ state }) => state)
    },

    async keys(prefix = 'cold/'): Promise<string[]> {
      const found: string[] = []
      for await (const { objects } of lab.objects.list(lab.bucket, { prefix }))
        found.push(...objects.map(({ key }) => key))
      return found.toSorted()
    },

    /** Starts a restore and drives its loads and itself. */
    async restore(input: ArchiveRestoreInput): Promise<Run & { restoreId: string }> {
      const { id } = await startArchiveRestore(admin, input)
      return { ...(await this.driveRestore(id)), restoreId: id }
    },

    /** Drives its loads as they are queued, its move, and itself. */
    async driveRestore(id: string, { drivesMove = true, clusters = deps.clusters } = {}): Promise<Run> {
      const driven = new Set<string>()
      const driveLoads = async () => {
        const steps = await lab.db.archiveRestoreStep.findMany({ where: { restoreId: id } })
        for (const loadId of new Set(steps.flatMap((step) => step.loadId ?? []))) {
          if (driven.has(loadId)) continue
          driven.add(loadId)
          // After a retry of the restore alone it has ended already.
          if (isOpenRun((await runOf(loadId)).status)) await driveOnce(deps, loadWork, loadId)
        }
      }
      const driveMove = async () => {
        const { moveId } = await lab.db.archiveRestore.findUniqueOrThrow({ where: { id } })
        if (moveId === null || driven.has(moveId)) return
        driven.add(moveId)
        await driveOnce(deps, migrationWork, moveId)
      }
      await driveLoads()
      const restoring = driveOnce({ ...deps, clusters }, restoreWork, id)
      // Loads of files that are retrieved first are queued later.
      const isOver = restoring.then(
        () => true,
        () => true,
      )
      while (!(await Promise.race([isOver, sleep(100, false)]))) {
        await driveLoads()
        if (drivesMove) await driveMove()
      }
      return restoring
    },
  }
}
