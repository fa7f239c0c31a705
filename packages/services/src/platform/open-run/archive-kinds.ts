import { z } from 'zod'
import { type OpenRunKind, pageOf } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'

const tableUuids = z.record(z.string(), z.string())

/** It needs every replica of the table: each of them has detached parts. */
export const archives = openRunsOf('archive', {
  sourceTable: 'archive',
  async list(tx, run, { sourceId }) {
    const rows = await tx.archive.findMany({
      where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.map(({ run, database, table, tableUuids: uuids }) => ({
      ...{ run, name: `${database}.${table}`, table: { database, table } },
      nodes: Object.keys(tableUuids.parse(uuids)),
    }))
  },
})

/** Its loads count by themselves. */
export const archiveRestores = openRunsOf('archive-restore', {
  async list(tx, run) {
    const rows = await tx.archiveRestore.findMany({
      where: { run },
      include: {
        run: { include: { cluster: pageOf } },
        steps: { select: { nodeName: true }, distinct: ['nodeName'] },
      },
    })
    return rows.map(({ run, database, table, steps }) => ({
      ...{ run, name: `${database}.${table}`, table: { database, table } },
      nodes: steps.map(({ nodeName }) => nodeName),
    }))
  },
})

/** Where a view reads the files, it needs every replica of the table. */
export const archiveExpiries = openRunsOf('archive-expiry', {
  async list(tx, run) {
    const rows = await tx.archiveExpiry.findMany({
      where: { run },
      include: { run: { include: { cluster: pageOf } }, archive: { select: { tableUuids: true } } },
    })
    return rows.map(({ run, database, table, archive }) => ({
      ...{ run, name: `${database}.${table}` },
      nodes: Object.keys(tableUuids.parse(archive.tableUuids)),
    }))
  },
})

/** Every replica of the table has the parts. */
export const restoreRemovals = openRunsOf('restore-removal', {
  async list(tx, run) {
    const rows = await tx.restoreRemoval.findMany({
      where: { run },
      include: {
        run: { include: { cluster: pageOf } },
        steps: { select: { nodeName: true }, distinct: ['nodeName'] },
        restore: { select: { mode: true, archive: { select: { tableUuids: true } } } },
      },
    })
    return rows.map(({ run, database, table, steps, restore }) => ({
      ...{ run, name: `${database}.${table}`, table: { database, table } },
      nodes: [
        ...new Set([
          ...steps.map(({ nodeName }) => nodeName),
          ...(restore.mode === 'into' ? Object.keys(tableUuids.parse(restore.archive.tableUuids)) : []),
        ]),
      ],
    }))
  },
})

/** Its archive counts by itself. */
export const archiveScheduleRuns: OpenRunKind = {
  word: 'run of the archive schedule',
  remedy: 'Wait until files of scheduled archives are proved, or cancel these archives.',
  table: 'archive_schedule',
  spansClusters: false,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.archiveScheduleRun.findMany({
      where: { schedule: scope, status: 'running' },
      include: { schedule: { include: { cluster: pageOf } } },
    })
    return rows.map(({ status, archiveId, schedule }) => ({
      objectType: 'archive-schedule',
      objectId: schedule.id,
      clusterSlug: schedule.cluster.slug,
      name: schedule.name,
      status,
      nodes: archiveId === null ? 'all' : [],
    }))
  },
  forget: (tx, clusterId) => tx.archiveSchedule.deleteMany({ where: { clusterId } }),
}
