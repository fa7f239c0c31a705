import { Prisma } from '@frostline/db'
import type { RunKind } from '@frostline/domain'

/** How a list of runs of all kinds reads one kind, with one query for any number of runs. */
export interface ListedKind {
  /** Its rows, as `own`; their id is the run's. */
  from: Prisma.Sql
  /** The same as `nameOf` of the kind, in SQL, so that it can be searched. */
  name: Prisma.Sql
  /** Object type of its page, as in the audit. Omitted: the kind. */
  objectType?: Prisma.Sql
  objectId?: Prisma.Sql
  /** The schedule or the pipeline that started it, as an object with `objectType`, `objectId` and `name`. */
  startedFor?: Prisma.Sql
  /** Progress of an open one, from 0 to 1. Omitted: unknown. */
  progress?: Prisma.Sql
}

const { sql } = Prisma
const tableName = sql`own.database || '.' || own."table"`

export const listedKinds: Record<RunKind, ListedKind> = {
  'tier-migration': {
    from: sql`tier_migration AS own`,
    name: tableName,
    startedFor: sql`(
      SELECT json_build_object('objectType', 'tier-schedule', 'objectId', schedule.id, 'name', schedule.name)
      FROM tier_schedule_run AS due JOIN tier_schedule AS schedule ON schedule.id = due."scheduleId"
      WHERE due.id = own."scheduleRunId")`,
    progress: sql`(
      SELECT sum(CASE WHEN status IN ('completed', 'skipped') THEN "plannedBytes"
        ELSE least("movedBytes", "plannedBytes") END) / nullif(sum("plannedBytes"), 0)::float8
      FROM tier_migration_step WHERE "migrationId" = own.id)`,
  },
  'load-job': {
    from: sql`load_job AS own`,
    name: sql`own.spec->'target'->>'database' || '.' || (own.spec->'target'->>'table')`,
    startedFor: sql`(
      SELECT json_build_object('objectType', 'load-pipeline', 'objectId', pipeline.id, 'name', pipeline.name)
      FROM load_pipeline AS pipeline WHERE pipeline.id = own."pipelineId")`,
    progress: sql`(
      SELECT sum("sizeBytes") FILTER (WHERE status = 'completed') / nullif(sum("sizeBytes"), 0)::float8
      FROM load_batch WHERE "jobId" = own.id)`,
  },
  'data-generation': {
    from: sql`data_generation AS own`,
    name: sql`own.bucket || '/' || own.prefix`,
    progress: sql`(
      SELECT sum(files) FILTER (WHERE status = 'completed') / sum(files)::float8
      FROM data_generation_chunk WHERE "generationId" = own.id)`,
  },
  'cache-warmup': {
    from: sql`cache_warmup AS own`,
    name: tableName,
    startedFor: sql`(
      SELECT json_build_object('objectType', 'cache-schedule', 'objectId', schedule.id, 'name', schedule.name)
      FROM cache_schedule_run AS due JOIN cache_schedule AS schedule ON schedule.id = due."scheduleId"
      WHERE due."warmupId" = own.id LIMIT 1)`,
    progress: sql`(
      SELECT sum("wantedBytes") FILTER (WHERE status = 'completed') / nullif(sum("wantedBytes"), 0)::float8
      FROM cache_warmup_step WHERE "warmupId" = own.id)`,
  },
  benchmark: {
    from: sql`benchmark AS own`,
    name: sql`own.subject`,
    objectType: sql`CASE own.kind WHEN 'tiers' THEN 'tier-benchmark' WHEN 'conformance' THEN 'disk-check'
      WHEN 'disk' THEN 'disk-benchmark' ELSE own.kind::text END`,
    progress: sql`(
      SELECT count(*) FILTER (WHERE status = 'completed') / nullif(count(*), 0)::float8
      FROM benchmark_step WHERE "benchmarkId" = own.id)`,
  },
  'replica-repair': { from: sql`replica_repair AS own`, name: tableName },
  'storage-rollout': {
    from: sql`storage_rollout AS own JOIN storage_proposal AS proposal ON proposal.id = own."proposalId"`,
    name: sql`proposal.title`,
    objectType: sql`'storage-proposal'`,
    objectId: sql`proposal.id`,
    progress: sql`(
      SELECT count(*) FILTER (WHERE status IN ('completed', 'skipped')) / nullif(count(*), 0)::float8
      FROM storage_rollout_step WHERE "rolloutId" = own.id)`,
  },
  'bucket-audit': { from: sql`bucket_audit AS own`, name: sql`own.bucket` },
  'orphan-removal': { from: sql`orphan_removal AS own`, name: sql`own.bucket` },
  'zero-copy-exit': { from: sql`zero_copy_exit AS own`, name: tableName },
  archive: {
    from: sql`archive AS own`,
    name: tableName,
    startedFor: sql`(
      SELECT json_build_object('objectType', 'archive-schedule', 'objectId', schedule.id, 'name', schedule.name)
      FROM archive_schedule_run AS due JOIN archive_schedule AS schedule ON schedule.id = due."scheduleId"
      WHERE due."archiveId" = own.id LIMIT 1)`,
    progress: sql`(
      SELECT sum("plannedBytes") FILTER (WHERE state NOT IN ('planned', 'exporting'))
        / nullif(sum("plannedBytes"), 0)::float8
      FROM archive_step WHERE "archiveId" = own.id)`,
  },
  'archive-expiry': {
    from: sql`archive_expiry AS own`,
    name: tableName,
    progress: sql`(
      SELECT count("deletedAt") / nullif(count(*), 0)::float8
      FROM archive_expiry_step WHERE "expiryId" = own.id)`,
  },
  'restore-removal': {
    from: sql`restore_removal AS own`,
    name: tableName,
    progress: sql`(
      SELECT count("removedAt") / nullif(count(*), 0)::float8
      FROM restore_removal_step WHERE "removalId" = own.id)`,
  },
  'change-set': {
    from: sql`change_set AS own`,
    name: sql`own.file`,
    progress: sql`(
      SELECT count(*) FILTER (WHERE state IN ('done', 'unchanged')) / nullif(count(*), 0)::float8
      FROM change_set_step WHERE "changeSetId" = own.id)`,
  },
  'archive-restore': {
    from: sql`archive_restore AS own`,
    name: tableName,
    progress: sql`(
      SELECT count("provedAt") / nullif(count(*), 0)::float8
      FROM archive_restore_step WHERE "restoreId" = own.id)`,
  },
}
