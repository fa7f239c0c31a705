import { loadSpec } from '@frostline/domain'
import { z } from 'zod'
import { benchmarkObjectTypes } from '../../benchmarks/benchmark/object-type.ts'
import { placesOf } from '../../benchmarks/benchmark/refuse-busy-nodes.ts'
import {
  archiveExpiries,
  archiveRestores,
  archiveScheduleRuns,
  archives,
  restoreRemovals,
} from './archive-kinds.ts'
import { type OpenRunKind, pageOf, type RunModel } from './open-run.ts'
import { openRunsOf } from './open-runs-of.ts'
import { replicaRepairs, zeroCopyExits } from './replication-kind.ts'
import { storageRollouts, tierMigrations, tierScheduleRuns } from './tier-kinds.ts'

const cacheWarmups = openRunsOf('cache-warmup', {
  async list(tx, run) {
    const rows = await tx.cacheWarmup.findMany({
      where: { run },
      select: {
        ...{ database: true, table: true, run: { include: { cluster: pageOf } } },
        steps: { select: { nodeName: true }, distinct: ['nodeName'] },
      },
    })
    return rows.map(({ database, table, run, steps }) => ({
      ...{ run, name: `${database}.${table}` },
      nodes: steps.map(({ nodeName }) => nodeName),
    }))
  },
})

/** The nodes of a warm-up are its own; a drop may use any. */
const cacheScheduleRuns: OpenRunKind = {
  word: 'run of the cache schedule',
  remedy: 'Wait for runs of cache schedules or cancel their warm-ups.',
  table: 'cache_schedule',
  spansClusters: false,
  hasSource: false,
  async list(tx, scope) {
    if ('sourceId' in scope) return []
    const rows = await tx.cacheScheduleRun.findMany({
      where: { schedule: scope, status: 'running' },
      include: { schedule: { include: { cluster: pageOf } } },
    })
    return rows.map(({ status, warmupId, schedule }) => ({
      objectType: 'cache-schedule',
      objectId: schedule.id,
      clusterSlug: schedule.cluster.slug,
      name: schedule.name,
      status,
      nodes: warmupId === null ? 'all' : [],
    }))
  },
  forget: (tx, clusterId) => tx.cacheSchedule.deleteMany({ where: { clusterId } }),
}

/** An audit reads the nodes of every cluster. */
const bucketAudits = openRunsOf('bucket-audit', {
  spansClusters: true,
  sourceTable: 'bucket_audit',
  async list(tx, run, { sourceId, clusterId = '' }) {
    const ofCluster = { OR: [{ run: { clusterId } }, { nodes: { some: { clusterId } } }] }
    const rows = await tx.bucketAudit.findMany({
      where: { run, AND: sourceId === undefined ? ofCluster : { sourceId } },
      select: {
        ...{ bucket: true, run: { include: { cluster: pageOf } } },
        nodes: { where: { clusterId }, select: { nodeName: true } },
      },
    })
    return rows.map(({ run, bucket, nodes }) => ({
      ...{ run, name: bucket, nodes: nodes.map(({ nodeName }) => nodeName) },
    }))
  },
})

const replicas = z.array(z.object({ clusterId: z.string(), nodeName: z.string() }))

/** A removal of orphans checks with the replicas of every cluster before it deletes anything. */
const orphanRemovals = openRunsOf('orphan-removal', {
  spansClusters: true,
  sourceTable: 'orphan_removal',
  async list(tx, run, { sourceId, clusterId }) {
    const rows = await tx.orphanRemoval.findMany({
      where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.flatMap(({ run, bucket, replicas: asked }) => {
      const nodes = replicas
        .parse(asked)
        .flatMap((each) => (each.clusterId === clusterId ? each.nodeName : []))
      const isInScope = sourceId !== undefined || run.clusterId === clusterId || nodes.length > 0
      return isInScope ? [{ run, name: bucket, nodes }] : []
    })
  },
})

const landingOf = loadSpec.pick({ landing: true })

/** Identified by their titles. */
const loadJobs: OpenRunKind = {
  ...openRunsOf('load-job', {
    sourceTable: 'load_job',
    async list(tx, run, { sourceId }) {
      const rows = await tx.loadJob.findMany({
        where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
        select: { title: true, spec: true, run: { include: { cluster: pageOf } } },
      })
      return rows.map(({ title, spec, run }) => ({
        ...{ run, name: title, nodes: 'all' as const, table: landingOf.parse(spec).landing },
      }))
    },
  }),
  word: 'load',
}

const dataGenerations = openRunsOf('data-generation', {
  sourceTable: 'data_generation',
  async list(tx, run, { sourceId }) {
    const rows = await tx.dataGeneration.findMany({
      where: { run, ...(sourceId === undefined ? {} : { sourceId }) },
      select: { bucket: true, prefix: true, run: { include: { cluster: pageOf } } },
    })
    return rows.map(({ bucket, prefix, run }) => ({
      run,
      name: `${bucket}/${prefix}`,
      nodes: 'all' as const,
    }))
  },
})

/** A replay may send its queries to another cluster. */
const benchmarks = openRunsOf('benchmark', {
  spansClusters: true,
  async list(tx, run, scope) {
    const rows = await tx.benchmark.findMany({
      where: { run },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.flatMap(({ run, ...row }) => {
      const places = placesOf({ ...row, clusterId: run.clusterId }).filter(
        ({ clusterId }) => clusterId === scope.clusterId,
      )
      if (run.clusterId !== scope.clusterId && places.length === 0) return []
      const names = places.flatMap(({ nodeName }) => nodeName ?? [])
      return {
        ...{ run, objectType: benchmarkObjectTypes[row.kind], name: row.subject },
        nodes: names.length < places.length ? ('all' as const) : names,
      }
    })
  },
})

/** It may plan pipelines, which read any node. */
const changeSets = openRunsOf('change-set', {
  async list(tx, run) {
    const rows = await tx.changeSet.findMany({
      where: { run },
      include: { run: { include: { cluster: pageOf } } },
    })
    return rows.map(({ run, file }) => ({ run, name: file, nodes: 'all' as const }))
  },
})

/**
 * The only list of work that needs clusters, their nodes and sources. A missing model is a type error, and the test of
 * this folder searches the schema for models that no type covers.
 */
export const runKinds: Record<RunModel, OpenRunKind> = {
  // An order to an exit locks its run, then the run of its tier migration.
  'zero-copy-exit': zeroCopyExits,
  'storage-rollout': storageRollouts,
  'tier-migration': tierMigrations,
  TierScheduleRun: tierScheduleRuns,
  'load-job': loadJobs,
  'data-generation': dataGenerations,
  'cache-warmup': cacheWarmups,
  CacheScheduleRun: cacheScheduleRuns,
  'orphan-removal': orphanRemovals,
  'bucket-audit': bucketAudits,
  ArchiveScheduleRun: archiveScheduleRuns,
  archive: archives,
  'archive-restore': archiveRestores,
  'archive-expiry': archiveExpiries,
  'restore-removal': restoreRemovals,
  benchmark: benchmarks,
  'change-set': changeSets,
  'replica-repair': replicaRepairs,
}

/** Models with a state that are no runs, and why a cluster or a source may be removed without checking them. */
export const statesThatAreNoRuns: Readonly<Record<string, string>> = {
  Alert: 'It tells of a cluster that is not watched any more.',
  AlertDelivery: 'It goes with its alert.',
  ChangeSetStep: 'Its change set is a run. Its link to a proposal ends with the proposal.',
  LoadPipelineObject: 'It is what a pipeline knows of an object. Its loads are runs.',
  ScratchTable: 'refuseOwedStatements looks at it: it has no page and nobody can cancel it.',
}
