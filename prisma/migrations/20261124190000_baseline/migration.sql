-- CreateEnum
CREATE TYPE "role" AS ENUM ('viewer', 'operator', 'admin');

-- CreateEnum
CREATE TYPE "actor_type" AS ENUM ('user', 'token', 'system');

-- CreateEnum
CREATE TYPE "audit_outcome" AS ENUM ('requested', 'succeeded', 'failed', 'denied', 'partly', 'cancelled');

-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('queued', 'running', 'pausing', 'paused', 'waiting', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "tier_migration_step_status" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled', 'skipped');

-- CreateEnum
CREATE TYPE "deep_read_kind" AS ENUM ('sum_before', 'check', 'sum_after');

-- CreateEnum
CREATE TYPE "deep_check_verdict" AS ENUM ('passed', 'failed');

-- CreateEnum
CREATE TYPE "tier_migration_breaker" AS ENUM ('failures', 'wasted_uploads');

-- CreateEnum
CREATE TYPE "tier_migration_move_status" AS ENUM ('sent', 'done', 'adopted', 'failed', 'cancelled', 'unknown', 'withdrawn');

-- CreateEnum
CREATE TYPE "tier_migration_statement_kind" AS ENUM ('move', 'optimize');

-- CreateEnum
CREATE TYPE "tier_migration_proof" AS ENUM ('identical', 'merged', 'changed', 'incomplete');

-- CreateEnum
CREATE TYPE "missed_run_rule" AS ENUM ('catch_up', 'skip');

-- CreateEnum
CREATE TYPE "tier_schedule_run_status" AS ENUM ('due', 'running', 'completed', 'failed', 'nothing', 'skipped');

-- CreateEnum
CREATE TYPE "review_outcome" AS ENUM ('approved', 'rejected');

-- CreateEnum
CREATE TYPE "storage_rollout_status" AS ENUM ('preparing', 'refused', 'planned');

-- CreateEnum
CREATE TYPE "storage_rollout_direction" AS ENUM ('apply', 'revert');

-- CreateEnum
CREATE TYPE "storage_rollout_step_status" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled', 'skipped');

-- CreateEnum
CREATE TYPE "config_target_kind" AS ENUM ('download', 'directory');

-- CreateEnum
CREATE TYPE "alert_state" AS ENUM ('pending', 'firing', 'resolved');

-- CreateEnum
CREATE TYPE "alert_channel_type" AS ENUM ('webhook', 'email');

-- CreateEnum
CREATE TYPE "alert_delivery_status" AS ENUM ('waiting', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "cache_grain" AS ENUM ('minute', 'ten_minutes', 'hour');

-- CreateEnum
CREATE TYPE "source_auth" AS ENUM ('keys', 'environment', 'collection');

-- CreateEnum
CREATE TYPE "load_batch_status" AS ENUM ('planned', 'loading', 'publishing', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "load_file_status" AS ENUM ('waiting', 'loading', 'loaded', 'failed', 'changed', 'cancelled');

-- CreateEnum
CREATE TYPE "load_statement_status" AS ENUM ('sent', 'succeeded', 'failed', 'unknown', 'stopped', 'unsent');

-- CreateEnum
CREATE TYPE "load_trigger" AS ENUM ('manual', 'schedule', 'continuous');

-- CreateEnum
CREATE TYPE "new_version_rule" AS ENUM ('ignore', 'load');

-- CreateEnum
CREATE TYPE "pipeline_object_state" AS ENUM ('taken', 'present', 'new_version', 'unreadable');

-- CreateEnum
CREATE TYPE "data_generation_chunk_status" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "replica_repair_kind" AS ENUM ('sync', 'restart', 'restore', 'drop');

-- CreateEnum
CREATE TYPE "cache_warmup_step_status" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "cache_warmup_moment" AS ENUM ('before', 'after');

-- CreateEnum
CREATE TYPE "cache_schedule_run_status" AS ENUM ('due', 'running', 'completed', 'failed', 'skipped');

-- CreateEnum
CREATE TYPE "bucket_audit_phase" AS ENUM ('listing', 'reading', 'comparing', 'confirming', 'ended');

-- CreateEnum
CREATE TYPE "bucket_audit_node_status" AS ENUM ('waiting', 'reading', 'read', 'failed');

-- CreateEnum
CREATE TYPE "bucket_place_state" AS ENUM ('part', 'moving', 'temporary', 'detached', 'frozen', 'other');

-- CreateEnum
CREATE TYPE "bucket_finding_kind" AS ENUM ('orphan', 'missing', 'size_differs', 'upload');

-- CreateEnum
CREATE TYPE "orphan_removal_stage" AS ENUM ('quarantining', 'deleting', 'restoring');

-- CreateEnum
CREATE TYPE "quarantine_way" AS ENUM ('tag', 'copy');

-- CreateEnum
CREATE TYPE "orphan_kind" AS ENUM ('engine', 'other', 'upload');

-- CreateEnum
CREATE TYPE "orphan_state" AS ENUM ('found', 'quarantining', 'quarantined', 'deleting', 'restoring', 'deleted', 'restored', 'kept', 'gone');

-- CreateEnum
CREATE TYPE "benchmark_kind" AS ENUM ('tiers', 'conformance', 'replay', 'disk');

-- CreateEnum
CREATE TYPE "benchmark_step_status" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" "role" NOT NULL DEFAULT 'viewer',
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastRequest" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "prefix" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "parentId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "clusterName" TEXT,
    "username" TEXT NOT NULL,
    "sealedPassword" BYTEA NOT NULL,
    "tlsVerify" BOOLEAN NOT NULL DEFAULT true,
    "tlsCaPem" TEXT,
    "approvalRequired" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cluster_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_book" (
    "clusterId" TEXT NOT NULL,
    "prices" JSONB NOT NULL,
    "setBy" TEXT NOT NULL,
    "setAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_book_pkey" PRIMARY KEY ("clusterId")
);

-- CreateTable
CREATE TABLE "cluster_node" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "replica" INTEGER NOT NULL,

    CONSTRAINT "cluster_node_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorType" "actor_type" NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "objectType" TEXT NOT NULL,
    "objectId" TEXT,
    "objectName" TEXT NOT NULL,
    "clusterId" TEXT,
    "clusterName" TEXT,
    "statements" JSONB NOT NULL DEFAULT '[]',
    "details" JSONB NOT NULL DEFAULT '{}',
    "outcome" "audit_outcome" NOT NULL,
    "error" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "status" "run_status" NOT NULL DEFAULT 'queued',
    "generation" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "claimKey" TEXT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_transition" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "order" TEXT NOT NULL,
    "from" "run_status" NOT NULL,
    "to" "run_status" NOT NULL,
    "byType" "actor_type" NOT NULL,
    "byId" TEXT,
    "byName" TEXT NOT NULL,
    "why" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_transition_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_note" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "byType" "actor_type" NOT NULL,
    "byId" TEXT NOT NULL,
    "byName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_migration" (
    "id" TEXT NOT NULL,
    "runId" TEXT,
    "clusterId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "tableUuids" JSONB NOT NULL,
    "storagePolicy" TEXT NOT NULL,
    "targetVolume" TEXT,
    "goal" JSONB NOT NULL,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "limits" JSONB NOT NULL DEFAULT '{}',
    "orderVersion" INTEGER NOT NULL DEFAULT 0,
    "drivenVersion" INTEGER,
    "totalParts" INTEGER NOT NULL,
    "totalRows" BIGINT NOT NULL,
    "totalBytes" BIGINT NOT NULL,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "discardedBy" TEXT,
    "discardedAt" TIMESTAMPTZ(3),
    "changedById" TEXT,
    "reviewAskedAt" TIMESTAMPTZ(3),
    "reviewAskedBy" TEXT,
    "reviewOutcome" "review_outcome",
    "reviewNote" TEXT,
    "reviewedBy" TEXT,
    "reviewedAt" TIMESTAMPTZ(3),
    "scheduleRunId" TEXT,
    "deepCheck" BOOLEAN NOT NULL DEFAULT false,
    "checkOfId" TEXT,
    "batchId" TEXT,
    "batchPosition" INTEGER,

    CONSTRAINT "tier_migration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_migration_batch" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "targetVolume" TEXT NOT NULL,
    "goal" JSONB NOT NULL,
    "leftOut" JSONB NOT NULL DEFAULT '[]',
    "requestedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tier_migration_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_migration_step" (
    "id" TEXT NOT NULL,
    "migrationId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "replica" INTEGER NOT NULL,
    "partitionId" TEXT NOT NULL,
    "partition" TEXT NOT NULL,
    "fromVolumes" TEXT[],
    "toVolume" TEXT NOT NULL,
    "plannedParts" INTEGER NOT NULL,
    "plannedRows" BIGINT NOT NULL,
    "plannedBytes" BIGINT NOT NULL,
    "uploader" TEXT,
    "sharedBytes" BIGINT NOT NULL DEFAULT 0,
    "sharers" INTEGER,
    "needsKeeper" BOOLEAN NOT NULL DEFAULT false,
    "sharedObjects" INTEGER,
    "ownObjects" INTEGER,
    "sharingFault" TEXT,
    "granularity" TEXT NOT NULL,
    "status" "tier_migration_step_status" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "workerId" TEXT,
    "movedParts" INTEGER NOT NULL DEFAULT 0,
    "movedBytes" BIGINT NOT NULL DEFAULT 0,
    "uploadedBytes" BIGINT NOT NULL DEFAULT 0,
    "waitReason" TEXT,
    "errorCode" INTEGER,
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "wastedBytes" BIGINT NOT NULL DEFAULT 0,
    "breaker" "tier_migration_breaker",
    "shardMaxBlock" BIGINT,
    "notFetched" INTEGER NOT NULL DEFAULT 0,
    "waitingSince" TIMESTAMPTZ(3),
    "endReason" TEXT,
    "optimizeFirst" BOOLEAN NOT NULL DEFAULT false,
    "mergedFrom" JSONB,
    "before" JSONB,
    "after" JSONB,
    "proof" "tier_migration_proof",
    "deepCheck" JSONB,
    "deepCheckVerdict" "deep_check_verdict",
    "reading" "deep_read_kind",
    "readingBytes" BIGINT NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "tier_migration_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_migration_read" (
    "stepId" TEXT NOT NULL,
    "kind" "deep_read_kind" NOT NULL,
    "part" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" BIGINT,
    "checksum" TEXT,
    "passed" BOOLEAN,
    "message" TEXT,
    "queryId" TEXT NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tier_migration_read_pkey" PRIMARY KEY ("stepId","kind","part","hash")
);

-- CreateTable
CREATE TABLE "tier_migration_move" (
    "id" TEXT NOT NULL,
    "stepId" TEXT NOT NULL,
    "kind" "tier_migration_statement_kind" NOT NULL DEFAULT 'move',
    "statement" TEXT NOT NULL,
    "queryId" TEXT NOT NULL,
    "parts" TEXT[],
    "bytes" BIGINT NOT NULL,
    "status" "tier_migration_move_status" NOT NULL,
    "errorCode" INTEGER,
    "error" TEXT,
    "sentAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),
    "cutOffAt" TIMESTAMPTZ(3),

    CONSTRAINT "tier_migration_move_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stopped_moves" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "workerId" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stopped_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeat" (
    "workerId" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "pid" INTEGER NOT NULL,
    "hostname" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "takenOverBy" TEXT,
    "stoppedAt" TIMESTAMPTZ(3),

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("workerId")
);

-- CreateTable
CREATE TABLE "tier_schedule" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tables" JSONB NOT NULL,
    "targetVolume" TEXT NOT NULL,
    "olderThanDays" INTEGER NOT NULL,
    "budgetBytes" BIGINT,
    "cron" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "windowSpans" JSONB NOT NULL DEFAULT '[]',
    "missedRuns" "missed_run_rule" NOT NULL DEFAULT 'catch_up',
    "replicas" JSONB NOT NULL DEFAULT '{}',
    "ownerType" "actor_type" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "stoppedReason" TEXT,
    "nextDueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tier_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_schedule_run" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "status" "tier_schedule_run_status" NOT NULL,
    "caughtUp" BOOLEAN NOT NULL DEFAULT false,
    "requestedBy" TEXT,
    "ignoresWindow" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT,
    "tables" JSONB NOT NULL DEFAULT '[]',
    "plannedParts" INTEGER NOT NULL DEFAULT 0,
    "plannedBytes" BIGINT NOT NULL DEFAULT 0,
    "leftOutBytes" BIGINT NOT NULL DEFAULT 0,
    "plannedBy" TEXT,
    "plannedUntil" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "tier_schedule_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_proposal" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "draft" JSONB NOT NULL,
    "sealedSecrets" BYTEA,
    "createdById" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "engineCheck" JSONB,
    "engineCheckedAt" TIMESTAMPTZ(3),
    "reviewOutcome" "review_outcome",
    "reviewNote" TEXT,
    "reviewedBy" TEXT,
    "reviewedAt" TIMESTAMPTZ(3),

    CONSTRAINT "storage_proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_rollout" (
    "id" TEXT NOT NULL,
    "runId" TEXT,
    "proposalId" TEXT NOT NULL,
    "status" "storage_rollout_status" NOT NULL DEFAULT 'preparing',
    "direction" "storage_rollout_direction" NOT NULL DEFAULT 'apply',
    "planDigest" TEXT,
    "error" TEXT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "preparedAt" TIMESTAMPTZ(3),

    CONSTRAINT "storage_rollout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_rollout_step" (
    "id" TEXT NOT NULL,
    "rolloutId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "load" JSONB NOT NULL,
    "revertLoad" JSONB NOT NULL,
    "restartBy" TEXT NOT NULL,
    "diff" JSONB NOT NULL,
    "beforeDigest" TEXT,
    "beforeBytes" INTEGER,
    "sealedBefore" BYTEA,
    "afterDigest" TEXT NOT NULL,
    "afterBytes" INTEGER NOT NULL,
    "sealedAfter" BYTEA NOT NULL,
    "runsBefore" JSONB NOT NULL,
    "status" "storage_rollout_step_status" NOT NULL DEFAULT 'planned',
    "workerId" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "touchedAt" TIMESTAMPTZ(3),
    "writtenAt" TIMESTAMPTZ(3),
    "loadedAt" TIMESTAMPTZ(3),
    "waitReason" TEXT,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "storage_rollout_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "config_target" (
    "clusterId" TEXT NOT NULL,
    "kind" "config_target_kind" NOT NULL,
    "folder" TEXT NOT NULL,
    "folderByNode" JSONB NOT NULL DEFAULT '{}',
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,
    "check" JSONB,
    "checkedAt" TIMESTAMPTZ(3),

    CONSTRAINT "config_target_pkey" PRIMARY KEY ("clusterId")
);

-- CreateTable
CREATE TABLE "alert_rule" (
    "kind" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "holdSeconds" INTEGER NOT NULL,
    "clearSeconds" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "alert" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "openKey" TEXT,
    "state" "alert_state" NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "nodes" TEXT[],
    "evidence" JSONB NOT NULL,
    "database" TEXT,
    "table" TEXT,
    "migrationId" TEXT,
    "exitId" TEXT,
    "pendingSince" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "clearSince" TIMESTAMPTZ(3),
    "firedAt" TIMESTAMPTZ(3),
    "notifiedAt" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "acknowledgedAt" TIMESTAMPTZ(3),
    "acknowledgedBy" TEXT,
    "note" TEXT,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_silence" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT,
    "kind" TEXT,
    "subject" TEXT,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "alert_silence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_channel" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "alert_channel_type" NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "config" JSONB NOT NULL,
    "sealedSecret" BYTEA,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_delivery" (
    "id" TEXT NOT NULL,
    "alertId" TEXT,
    "channelId" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "status" "alert_delivery_status" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "claimedUntil" TIMESTAMPTZ(3),
    "answer" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "alert_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_turn" (
    "id" INTEGER NOT NULL,
    "workerId" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "lastStartAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_turn_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disk_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "disk" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "usedBytes" BIGINT NOT NULL,
    "totalBytes" BIGINT NOT NULL,

    CONSTRAINT "disk_sample_pkey" PRIMARY KEY ("clusterId","nodeName","disk","at")
);

-- CreateTable
CREATE TABLE "store_error_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "errors" BIGINT NOT NULL,

    CONSTRAINT "store_error_sample_pkey" PRIMARY KEY ("clusterId","nodeName","at")
);

-- CreateTable
CREATE TABLE "replication_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "keeperSessions" BIGINT NOT NULL,
    "detachedParts" INTEGER,

    CONSTRAINT "replication_sample_pkey" PRIMARY KEY ("clusterId","nodeName","at")
);

-- CreateTable
CREATE TABLE "cache_turn" (
    "clusterId" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cache_turn_pkey" PRIMARY KEY ("clusterId")
);

-- CreateTable
CREATE TABLE "node_watch" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "nextLookAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),
    "uptimeSeconds" INTEGER,
    "failedFrom" TIMESTAMPTZ(3),
    "failedTo" TIMESTAMPTZ(3),
    "known" JSONB,
    "knownAt" TIMESTAMPTZ(3),

    CONSTRAINT "node_watch_pkey" PRIMARY KEY ("clusterId","nodeName")
);

-- CreateTable
CREATE TABLE "node_start" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" TEXT NOT NULL,
    "wentAfter" TIMESTAMPTZ(3),
    "awayFrom" TIMESTAMPTZ(3),
    "awayUntil" TIMESTAMPTZ(3),
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "loadedParts" BIGINT NOT NULL,
    "loadedMicroseconds" BIGINT NOT NULL,
    "loadFrom" TIMESTAMPTZ(3),
    "loadTo" TIMESTAMPTZ(3),
    "tables" INTEGER,
    "gets" BIGINT,
    "getRequests" BIGINT,
    "getMicroseconds" BIGINT,
    "localParts" INTEGER,
    "storeParts" INTEGER,
    "cachedParts" INTEGER,
    "outdatedParts" INTEGER,
    "estimate" JSONB,
    "forecast" JSONB,
    "slowTables" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "node_start_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cache_reading" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "fromCacheBytes" BIGINT NOT NULL,
    "fromStoreBytes" BIGINT NOT NULL,
    "hits" BIGINT NOT NULL,
    "misses" BIGINT NOT NULL,
    "downloadedBytes" BIGINT NOT NULL,
    "evictedBytes" BIGINT NOT NULL,
    "evictedSegments" BIGINT NOT NULL,
    "storeRequests" BIGINT NOT NULL,

    CONSTRAINT "cache_reading_pkey" PRIMARY KEY ("clusterId","nodeName")
);

-- CreateTable
CREATE TABLE "cache_sample" (
    "clusterId" TEXT NOT NULL,
    "grain" "cache_grain" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "nodeName" TEXT NOT NULL,
    "coveredMs" BIGINT NOT NULL,
    "fromCacheBytes" BIGINT NOT NULL,
    "fromStoreBytes" BIGINT NOT NULL,
    "hits" BIGINT NOT NULL,
    "misses" BIGINT NOT NULL,
    "downloadedBytes" BIGINT NOT NULL,
    "evictedBytes" BIGINT NOT NULL,
    "evictedSegments" BIGINT NOT NULL,
    "storeRequests" BIGINT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "limitBytes" BIGINT NOT NULL,
    "segments" BIGINT NOT NULL,

    CONSTRAINT "cache_sample_pkey" PRIMARY KEY ("clusterId","grain","at","nodeName")
);

-- CreateTable
CREATE TABLE "source" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "pathStyle" BOOLEAN NOT NULL,
    "buckets" TEXT[],
    "auth" "source_auth" NOT NULL,
    "accessKeyId" TEXT,
    "sealedSecret" BYTEA,
    "collectionName" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_collection" (
    "sourceId" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "source_collection_pkey" PRIMARY KEY ("sourceId","clusterId")
);

-- CreateTable
CREATE TABLE "source_rules" (
    "id" INTEGER NOT NULL,
    "allowedHosts" TEXT[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "source_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "load_job" (
    "id" TEXT NOT NULL,
    "sourceId" TEXT,
    "sourceName" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "totalFiles" INTEGER NOT NULL,
    "totalBytes" BIGINT NOT NULL,
    "rowsBefore" BIGINT,
    "rowsAfter" BIGINT,
    "takeOvers" JSONB NOT NULL DEFAULT '[]',
    "pipelineId" TEXT,

    CONSTRAINT "load_job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "load_file" (
    "jobId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "etag" TEXT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "batchOrdinal" INTEGER NOT NULL,
    "status" "load_file_status" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "rows" BIGINT,
    "skippedRows" BIGINT,
    "nodeName" TEXT,
    "queryId" TEXT,
    "errorCode" INTEGER,
    "error" TEXT,
    "errorRow" BIGINT,
    "loadedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_file_pkey" PRIMARY KEY ("jobId","ordinal")
);

-- CreateTable
CREATE TABLE "load_batch" (
    "id" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "status" "load_batch_status" NOT NULL DEFAULT 'planned',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "workerId" TEXT,
    "files" INTEGER NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "rows" BIGINT,
    "keepsStaged" BOOLEAN NOT NULL DEFAULT false,
    "stagedHash" TEXT,
    "readsOneByOne" BOOLEAN NOT NULL DEFAULT false,
    "filtersRows" BOOLEAN NOT NULL DEFAULT false,
    "waitReason" TEXT,
    "leftOut" JSONB,
    "errorCode" INTEGER,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "loadedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "load_statement" (
    "queryId" TEXT NOT NULL,
    "batchId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "fileOrdinals" INTEGER[],
    "sql" TEXT NOT NULL,
    "status" "load_statement_status" NOT NULL DEFAULT 'sent',
    "errorCode" INTEGER,
    "error" TEXT,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_statement_pkey" PRIMARY KEY ("queryId")
);

-- CreateTable
CREATE TABLE "load_publish" (
    "batchId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "tableKind" TEXT NOT NULL,
    "partitionId" TEXT NOT NULL,
    "parts" JSONB NOT NULL,
    "present" JSONB NOT NULL DEFAULT '[]',
    "rows" BIGINT NOT NULL,
    "floor" BIGINT NOT NULL,
    "publishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_publish_pkey" PRIMARY KEY ("batchId","nodeName","tableKind","partitionId")
);

-- CreateTable
CREATE TABLE "load_pipeline" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "statements" JSONB NOT NULL,
    "trigger" "load_trigger" NOT NULL,
    "cron" TEXT,
    "timeZone" TEXT,
    "pollSeconds" INTEGER,
    "newVersions" "new_version_rule" NOT NULL DEFAULT 'ignore',
    "maxObjects" INTEGER NOT NULL,
    "maxBytes" BIGINT,
    "ownerType" "actor_type" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "enabledAt" TIMESTAMPTZ(3) NOT NULL,
    "pausedBy" TEXT,
    "stoppedReason" TEXT,
    "nextDueAt" TIMESTAMPTZ(3),
    "askedAt" TIMESTAMPTZ(3),
    "askedBy" TEXT,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "lookedBy" TEXT,
    "lookingUntil" TIMESTAMPTZ(3),
    "nextLookAt" TIMESTAMPTZ(3) NOT NULL,
    "lastListedAt" TIMESTAMPTZ(3),
    "listedObjects" INTEGER NOT NULL DEFAULT 0,
    "lookError" TEXT,
    "lookErrorSince" TIMESTAMPTZ(3),
    "waitingObjects" INTEGER NOT NULL DEFAULT 0,
    "waitingBytes" BIGINT NOT NULL DEFAULT 0,
    "oldestWaiting" TIMESTAMPTZ(3),
    "waitingFirst" JSONB NOT NULL DEFAULT '[]',
    "lastRunAt" TIMESTAMPTZ(3),
    "lastRunNote" TEXT,
    "lostReplicas" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "load_pipeline_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "load_pipeline_object" (
    "pipelineId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "state" "pipeline_object_state" NOT NULL,
    "jobId" TEXT,
    "knownAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "load_pipeline_object_pkey" PRIMARY KEY ("pipelineId","key","etag")
);

-- CreateTable
CREATE TABLE "data_generation" (
    "id" TEXT NOT NULL,
    "sourceId" TEXT,
    "sourceName" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "totalFiles" INTEGER NOT NULL,
    "totalRows" BIGINT NOT NULL,
    "statementHead" TEXT,

    CONSTRAINT "data_generation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_generation_chunk" (
    "generationId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "firstFile" INTEGER NOT NULL,
    "files" INTEGER NOT NULL,
    "firstRow" BIGINT NOT NULL,
    "rows" BIGINT NOT NULL,
    "status" "data_generation_chunk_status" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nodeName" TEXT,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "writtenFiles" INTEGER,
    "writtenRows" BIGINT,
    "writtenBytes" BIGINT,
    "errorCode" INTEGER,
    "error" TEXT,

    CONSTRAINT "data_generation_chunk_pkey" PRIMARY KEY ("generationId","ordinal")
);

-- CreateTable
CREATE TABLE "replica_repair" (
    "id" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "kind" "replica_repair_kind" NOT NULL,
    "keeperPath" TEXT NOT NULL,
    "replicaName" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "limitSeconds" INTEGER NOT NULL,
    "statement" TEXT NOT NULL,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "before" JSONB NOT NULL,
    "after" JSONB,
    "proof" TEXT,
    "verified" BOOLEAN,

    CONSTRAINT "replica_repair_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "zero_copy_exit" (
    "id" TEXT NOT NULL,
    "runId" TEXT,
    "clusterId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "hotVolume" TEXT NOT NULL,
    "targetVolume" TEXT,
    "limits" JSONB NOT NULL,
    "deepCheck" BOOLEAN NOT NULL DEFAULT false,
    "origins" JSONB NOT NULL,
    "tableUuids" JSONB NOT NULL,
    "checks" JSONB NOT NULL,
    "stage" TEXT NOT NULL,
    "goesBack" BOOLEAN NOT NULL DEFAULT false,
    "migrations" JSONB NOT NULL,
    "switches" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB,
    "proof" TEXT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "discardedBy" TEXT,
    "discardedAt" TIMESTAMPTZ(3),

    CONSTRAINT "zero_copy_exit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cache_warmup" (
    "id" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "columns" TEXT[],
    "bytesPerSecond" BIGINT,
    "wantedBytes" BIGINT NOT NULL,
    "cachedBytes" BIGINT NOT NULL,

    CONSTRAINT "cache_warmup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cache_warmup_step" (
    "warmupId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "cacheName" TEXT NOT NULL,
    "partitionId" TEXT NOT NULL,
    "wantedBytes" BIGINT NOT NULL,
    "cachedBytes" BIGINT NOT NULL,
    "status" "cache_warmup_step_status" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "reading" INTEGER NOT NULL DEFAULT 1,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "fetchedBytes" BIGINT NOT NULL DEFAULT 0,
    "requests" BIGINT NOT NULL DEFAULT 0,
    "provedCacheBytes" BIGINT,
    "provedStoreBytes" BIGINT,
    "cachedAfterBytes" BIGINT,
    "errorCode" INTEGER,
    "error" TEXT,

    CONSTRAINT "cache_warmup_step_pkey" PRIMARY KEY ("warmupId","ordinal")
);

-- CreateTable
CREATE TABLE "cache_warmup_run" (
    "warmupId" TEXT NOT NULL,
    "moment" "cache_warmup_moment" NOT NULL,
    "nodeName" TEXT NOT NULL,
    "queryId" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "elapsedMs" DOUBLE PRECISION,
    "storeBytes" BIGINT,
    "cacheBytes" BIGINT,
    "requests" BIGINT,
    "readRows" BIGINT,
    "error" TEXT,

    CONSTRAINT "cache_warmup_run_pkey" PRIMARY KEY ("warmupId","moment")
);

-- CreateTable
CREATE TABLE "cache_schedule" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "task" JSONB NOT NULL,
    "cron" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "missedRuns" "missed_run_rule" NOT NULL DEFAULT 'catch_up',
    "ownerType" "actor_type" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "stoppedReason" TEXT,
    "nextDueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cache_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cache_schedule_run" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "status" "cache_schedule_run_status" NOT NULL,
    "caughtUp" BOOLEAN NOT NULL DEFAULT false,
    "requestedBy" TEXT,
    "reason" TEXT,
    "warmupId" TEXT,
    "takenUntil" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "cache_schedule_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bucket_audit" (
    "id" TEXT NOT NULL,
    "sourceId" TEXT,
    "sourceName" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "prefixes" TEXT[],
    "graceMinutes" INTEGER NOT NULL,
    "timeLimitMinutes" INTEGER NOT NULL,
    "phase" "bucket_audit_phase" NOT NULL DEFAULT 'listing',
    "listedPrefixes" INTEGER NOT NULL DEFAULT 0,
    "listedKey" TEXT,
    "listedAt" TIMESTAMPTZ(3),
    "clockOffsetMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "objects" BIGINT NOT NULL DEFAULT 0,
    "objectBytes" BIGINT NOT NULL DEFAULT 0,
    "cutoffAt" TIMESTAMPTZ(3),
    "youngObjects" BIGINT,
    "youngBytes" BIGINT,
    "heldObjects" BIGINT,
    "heldBytes" BIGINT,
    "obstacle" TEXT,
    "leftOut" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "bucket_audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bucket_audit_node" (
    "auditId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "clusterId" TEXT NOT NULL,
    "clusterName" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "disks" TEXT[],
    "pass" INTEGER NOT NULL DEFAULT 1,
    "status" "bucket_audit_node_status" NOT NULL DEFAULT 'waiting',
    "files" BIGINT NOT NULL DEFAULT 0,
    "filesRead" BOOLEAN NOT NULL DEFAULT false,
    "token" TEXT,
    "readAt" TIMESTAMPTZ(3),
    "oldestWorkAt" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "bucket_audit_node_pkey" PRIMARY KEY ("auditId","ordinal")
);

-- CreateTable
CREATE TABLE "bucket_audit_object" (
    "auditId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT NOT NULL,

    CONSTRAINT "bucket_audit_object_pkey" PRIMARY KEY ("auditId","key")
);

-- CreateTable
CREATE TABLE "bucket_audit_place" (
    "auditId" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "node" INTEGER NOT NULL,
    "disk" TEXT NOT NULL,
    "state" "bucket_place_state" NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "tableUuid" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "active" BOOLEAN,
    "partBytes" BIGINT,
    "uncountedBytes" BIGINT NOT NULL DEFAULT 0,
    "files" INTEGER NOT NULL DEFAULT 0,
    "fileBytes" BIGINT NOT NULL DEFAULT 0,
    "objects" INTEGER NOT NULL DEFAULT 0,
    "objectBytes" BIGINT NOT NULL DEFAULT 0,
    "sharedFiles" INTEGER NOT NULL DEFAULT 0,
    "missingFiles" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "bucket_audit_place_pkey" PRIMARY KEY ("auditId","id")
);

-- CreateTable
CREATE TABLE "bucket_audit_reference" (
    "auditId" TEXT NOT NULL,
    "node" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "place" UUID NOT NULL,
    "file" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,

    CONSTRAINT "bucket_audit_reference_pkey" PRIMARY KEY ("auditId","place","file","key")
);

-- CreateTable
CREATE TABLE "bucket_finding" (
    "auditId" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" "bucket_finding_kind" NOT NULL,
    "key" TEXT NOT NULL,
    "uploadId" TEXT NOT NULL DEFAULT '',
    "sizeBytes" BIGINT,
    "neededBytes" BIGINT,
    "modifiedAt" TIMESTAMPTZ(3),
    "etag" TEXT,
    "engineMade" BOOLEAN NOT NULL DEFAULT false,
    "node" INTEGER,
    "database" TEXT,
    "table" TEXT,
    "part" TEXT,
    "file" TEXT,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "bucket_finding_pkey" PRIMARY KEY ("auditId","id")
);

-- CreateTable
CREATE TABLE "orphan_removal" (
    "id" TEXT NOT NULL,
    "auditId" TEXT,
    "sourceId" TEXT,
    "sourceName" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "choice" JSONB NOT NULL,
    "way" "quarantine_way" NOT NULL,
    "quarantinePrefix" TEXT NOT NULL,
    "replicas" JSONB NOT NULL,
    "clockOffsetMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "stage" "orphan_removal_stage" NOT NULL DEFAULT 'quarantining',
    "approvedBy" TEXT,
    "approvedAt" TIMESTAMPTZ(3),
    "cancelledBy" TEXT,
    "quarantinedAt" TIMESTAMPTZ(3),
    "waitHours" INTEGER,
    "deleteAt" TIMESTAMPTZ(3),

    CONSTRAINT "orphan_removal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orphan_removal_object" (
    "removalId" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" "orphan_kind" NOT NULL,
    "key" TEXT NOT NULL,
    "uploadId" TEXT NOT NULL DEFAULT '',
    "sizeBytes" BIGINT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT NOT NULL DEFAULT '',
    "state" "orphan_state" NOT NULL DEFAULT 'found',
    "copyEtag" TEXT,
    "reason" TEXT,
    "changedAt" TIMESTAMPTZ(3),

    CONSTRAINT "orphan_removal_object_pkey" PRIMARY KEY ("removalId","id")
);

-- CreateTable
CREATE TABLE "benchmark" (
    "id" TEXT NOT NULL,
    "kind" "benchmark_kind" NOT NULL,
    "nodeName" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "spec" JSONB NOT NULL,

    CONSTRAINT "benchmark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_step" (
    "benchmarkId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "object" TEXT,
    "status" "benchmark_step_status" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "queryId" TEXT,
    "statement" TEXT,
    "preparation" JSONB NOT NULL DEFAULT '[]',
    "sentAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "elapsedMs" DOUBLE PRECISION,
    "figures" JSONB,
    "error" TEXT,

    CONSTRAINT "benchmark_step_pkey" PRIMARY KEY ("benchmarkId","ordinal")
);

-- CreateTable
CREATE TABLE "replay_query" (
    "benchmarkId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "formHash" TEXT NOT NULL,
    "form" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "loggedNode" TEXT NOT NULL,
    "loggedShard" INTEGER NOT NULL,
    "loggedReplica" INTEGER NOT NULL,
    "loggedBy" TEXT NOT NULL,
    "loggedAt" TIMESTAMPTZ(3) NOT NULL,
    "loggedMs" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "replay_query_pkey" PRIMARY KEY ("benchmarkId","ordinal")
);

-- CreateTable
CREATE TABLE "replay_run" (
    "benchmarkId" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "target" TEXT NOT NULL,
    "query" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "again" BOOLEAN NOT NULL,
    "nodeName" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "elapsedMs" DOUBLE PRECISION NOT NULL,
    "code" INTEGER,
    "error" TEXT,
    "serverMs" DOUBLE PRECISION,
    "readRows" BIGINT,
    "readBytes" BIGINT,
    "resultRows" BIGINT,
    "storeBytes" BIGINT,
    "missedBytes" BIGINT,
    "cacheBytes" BIGINT,
    "storeRequests" BIGINT,
    "memoryBytes" BIGINT,

    CONSTRAINT "replay_run_pkey" PRIMARY KEY ("benchmarkId","step","place")
);

-- CreateTable
CREATE TABLE "scratch_table" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "benchmarkId" TEXT,
    "nodeName" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "disk" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "droppedAt" TIMESTAMPTZ(3),
    "nextDropAt" TIMESTAMPTZ(3),
    "dropError" TEXT,
    "dropStatement" TEXT,
    "dropQueryId" TEXT,
    "dropSentAt" TIMESTAMPTZ(3),

    CONSTRAINT "scratch_table_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_tokenHash_key" ON "api_token"("tokenHash");

-- CreateIndex
CREATE INDEX "api_token_createdById_idx" ON "api_token"("createdById");

-- CreateIndex
CREATE INDEX "api_token_parentId_idx" ON "api_token"("parentId");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_slug_key" ON "cluster"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_name_key" ON "cluster"("name");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_node_clusterId_name_key" ON "cluster_node"("clusterId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_node_clusterId_url_key" ON "cluster_node"("clusterId", "url");

-- CreateIndex
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_objectType_objectId_idx" ON "audit_entry"("objectType", "objectId");

-- CreateIndex
CREATE INDEX "audit_entry_actorId_at_idx" ON "audit_entry"("actorId", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_clusterId_at_idx" ON "audit_entry"("clusterId", "at" DESC);

-- CreateIndex
CREATE INDEX "run_clusterId_kind_createdAt_idx" ON "run"("clusterId", "kind", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "run_kind_status_idx" ON "run"("kind", "status");

-- CreateIndex
CREATE INDEX "run_createdAt_id_idx" ON "run"("createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_clusterId_createdAt_id_idx" ON "run"("clusterId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_status_createdAt_id_idx" ON "run"("status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_requestedById_createdAt_id_idx" ON "run"("requestedById", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_transition_runId_id_idx" ON "run_transition"("runId", "id");

-- CreateIndex
CREATE INDEX "run_note_runId_id_idx" ON "run_note"("runId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_runId_key" ON "tier_migration"("runId");

-- CreateIndex
CREATE INDEX "tier_migration_checkOfId_idx" ON "tier_migration"("checkOfId");

-- CreateIndex
CREATE INDEX "tier_migration_clusterId_createdAt_idx" ON "tier_migration"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_scheduleRunId_database_table_key" ON "tier_migration"("scheduleRunId", "database", "table");

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_batchId_batchPosition_key" ON "tier_migration"("batchId", "batchPosition");

-- CreateIndex
CREATE INDEX "tier_migration_batch_clusterId_createdAt_idx" ON "tier_migration_batch"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "tier_migration_step_migrationId_nodeName_position_idx" ON "tier_migration_step"("migrationId", "nodeName", "position");

-- CreateIndex
CREATE INDEX "tier_migration_step_migrationId_status_idx" ON "tier_migration_step"("migrationId", "status");

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_step_migrationId_ordinal_key" ON "tier_migration_step"("migrationId", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_move_queryId_key" ON "tier_migration_move"("queryId");

-- CreateIndex
CREATE INDEX "tier_migration_move_stepId_idx" ON "tier_migration_move"("stepId");

-- CreateIndex
CREATE UNIQUE INDEX "stopped_moves_clusterId_nodeName_database_table_key" ON "stopped_moves"("clusterId", "nodeName", "database", "table");

-- CreateIndex
CREATE INDEX "tier_schedule_nextDueAt_idx" ON "tier_schedule"("nextDueAt");

-- CreateIndex
CREATE UNIQUE INDEX "tier_schedule_clusterId_name_key" ON "tier_schedule"("clusterId", "name");

-- CreateIndex
CREATE INDEX "tier_schedule_run_status_idx" ON "tier_schedule_run"("status");

-- CreateIndex
CREATE UNIQUE INDEX "tier_schedule_run_scheduleId_dueAt_key" ON "tier_schedule_run"("scheduleId", "dueAt");

-- CreateIndex
CREATE INDEX "storage_proposal_clusterId_createdAt_idx" ON "storage_proposal"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "storage_rollout_runId_key" ON "storage_rollout"("runId");

-- CreateIndex
CREATE INDEX "storage_rollout_proposalId_createdAt_idx" ON "storage_rollout"("proposalId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "storage_rollout_status_idx" ON "storage_rollout"("status");

-- CreateIndex
CREATE UNIQUE INDEX "storage_rollout_step_rolloutId_ordinal_key" ON "storage_rollout_step"("rolloutId", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "alert_openKey_key" ON "alert"("openKey");

-- CreateIndex
CREATE INDEX "alert_state_firedAt_idx" ON "alert"("state", "firedAt" DESC);

-- CreateIndex
CREATE INDEX "alert_clusterId_firedAt_idx" ON "alert"("clusterId", "firedAt" DESC);

-- CreateIndex
CREATE INDEX "alert_migrationId_idx" ON "alert"("migrationId");

-- CreateIndex
CREATE INDEX "alert_exitId_idx" ON "alert"("exitId");

-- CreateIndex
CREATE INDEX "alert_silence_clusterId_idx" ON "alert_silence"("clusterId");

-- CreateIndex
CREATE INDEX "alert_silence_until_idx" ON "alert_silence"("until");

-- CreateIndex
CREATE UNIQUE INDEX "alert_channel_name_key" ON "alert_channel"("name");

-- CreateIndex
CREATE INDEX "alert_delivery_channelId_idx" ON "alert_delivery"("channelId");

-- CreateIndex
CREATE INDEX "alert_delivery_status_nextAttemptAt_idx" ON "alert_delivery"("status", "nextAttemptAt");

-- CreateIndex
CREATE UNIQUE INDEX "alert_delivery_alertId_channelId_event_key" ON "alert_delivery"("alertId", "channelId", "event");

-- CreateIndex
CREATE UNIQUE INDEX "node_start_clusterId_nodeName_startedAt_key" ON "node_start"("clusterId", "nodeName", "startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "source_name_key" ON "source"("name");

-- CreateIndex
CREATE UNIQUE INDEX "source_collectionName_key" ON "source"("collectionName");

-- CreateIndex
CREATE INDEX "source_collection_clusterId_idx" ON "source_collection"("clusterId");

-- CreateIndex
CREATE INDEX "load_job_sourceId_idx" ON "load_job"("sourceId");

-- CreateIndex
CREATE INDEX "load_job_pipelineId_idx" ON "load_job"("pipelineId");

-- CreateIndex
CREATE INDEX "load_file_jobId_batchOrdinal_idx" ON "load_file"("jobId", "batchOrdinal");

-- CreateIndex
CREATE INDEX "load_file_jobId_status_ordinal_idx" ON "load_file"("jobId", "status", "ordinal");

-- CreateIndex
CREATE INDEX "load_batch_jobId_status_idx" ON "load_batch"("jobId", "status");

-- CreateIndex
CREATE UNIQUE INDEX "load_batch_jobId_ordinal_key" ON "load_batch"("jobId", "ordinal");

-- CreateIndex
CREATE INDEX "load_statement_batchId_attempt_idx" ON "load_statement"("batchId", "attempt");

-- CreateIndex
CREATE INDEX "load_pipeline_nextLookAt_idx" ON "load_pipeline"("nextLookAt");

-- CreateIndex
CREATE INDEX "load_pipeline_sourceId_idx" ON "load_pipeline"("sourceId");

-- CreateIndex
CREATE UNIQUE INDEX "load_pipeline_clusterId_name_key" ON "load_pipeline"("clusterId", "name");

-- CreateIndex
CREATE INDEX "load_pipeline_object_pipelineId_state_knownAt_idx" ON "load_pipeline_object"("pipelineId", "state", "knownAt" DESC);

-- CreateIndex
CREATE INDEX "load_pipeline_object_jobId_idx" ON "load_pipeline_object"("jobId");

-- CreateIndex
CREATE INDEX "data_generation_sourceId_idx" ON "data_generation"("sourceId");

-- CreateIndex
CREATE INDEX "data_generation_chunk_generationId_status_ordinal_idx" ON "data_generation_chunk"("generationId", "status", "ordinal");

-- CreateIndex
CREATE INDEX "replica_repair_database_table_idx" ON "replica_repair"("database", "table");

-- CreateIndex
CREATE UNIQUE INDEX "zero_copy_exit_runId_key" ON "zero_copy_exit"("runId");

-- CreateIndex
CREATE INDEX "zero_copy_exit_clusterId_database_table_createdAt_idx" ON "zero_copy_exit"("clusterId", "database", "table", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "cache_warmup_step_warmupId_status_ordinal_idx" ON "cache_warmup_step"("warmupId", "status", "ordinal");

-- CreateIndex
CREATE INDEX "cache_schedule_nextDueAt_idx" ON "cache_schedule"("nextDueAt");

-- CreateIndex
CREATE UNIQUE INDEX "cache_schedule_clusterId_name_key" ON "cache_schedule"("clusterId", "name");

-- CreateIndex
CREATE INDEX "cache_schedule_run_status_idx" ON "cache_schedule_run"("status");

-- CreateIndex
CREATE INDEX "cache_schedule_run_warmupId_idx" ON "cache_schedule_run"("warmupId");

-- CreateIndex
CREATE UNIQUE INDEX "cache_schedule_run_scheduleId_dueAt_key" ON "cache_schedule_run"("scheduleId", "dueAt");

-- CreateIndex
CREATE INDEX "bucket_audit_sourceId_idx" ON "bucket_audit"("sourceId");

-- CreateIndex
CREATE INDEX "bucket_audit_place_auditId_database_table_part_idx" ON "bucket_audit_place"("auditId", "database", "table", "part");

-- CreateIndex
CREATE INDEX "bucket_audit_reference_auditId_key_idx" ON "bucket_audit_reference"("auditId", "key");

-- CreateIndex
CREATE INDEX "bucket_audit_reference_auditId_node_idx" ON "bucket_audit_reference"("auditId", "node");

-- CreateIndex
CREATE INDEX "bucket_finding_auditId_kind_key_idx" ON "bucket_finding"("auditId", "kind", "key");

-- CreateIndex
CREATE INDEX "orphan_removal_auditId_idx" ON "orphan_removal"("auditId");

-- CreateIndex
CREATE INDEX "orphan_removal_sourceId_idx" ON "orphan_removal"("sourceId");

-- CreateIndex
CREATE INDEX "orphan_removal_object_removalId_state_id_idx" ON "orphan_removal_object"("removalId", "state", "id");

-- CreateIndex
CREATE INDEX "scratch_table_benchmarkId_idx" ON "scratch_table"("benchmarkId");

-- CreateIndex
CREATE INDEX "scratch_table_droppedAt_idx" ON "scratch_table"("droppedAt");

-- CreateIndex
CREATE UNIQUE INDEX "scratch_table_clusterId_nodeName_database_name_key" ON "scratch_table"("clusterId", "nodeName", "database", "name");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "api_token"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_book" ADD CONSTRAINT "price_book_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_node" ADD CONSTRAINT "cluster_node_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_transition" ADD CONSTRAINT "run_transition_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_note" ADD CONSTRAINT "run_note_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_scheduleRunId_fkey" FOREIGN KEY ("scheduleRunId") REFERENCES "tier_schedule_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_checkOfId_fkey" FOREIGN KEY ("checkOfId") REFERENCES "tier_migration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "tier_migration_batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration_batch" ADD CONSTRAINT "tier_migration_batch_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration_step" ADD CONSTRAINT "tier_migration_step_migrationId_fkey" FOREIGN KEY ("migrationId") REFERENCES "tier_migration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration_read" ADD CONSTRAINT "tier_migration_read_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "tier_migration_step"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration_move" ADD CONSTRAINT "tier_migration_move_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "tier_migration_step"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stopped_moves" ADD CONSTRAINT "stopped_moves_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_schedule" ADD CONSTRAINT "tier_schedule_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_schedule_run" ADD CONSTRAINT "tier_schedule_run_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "tier_schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_proposal" ADD CONSTRAINT "storage_proposal_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_proposalId_fkey" FOREIGN KEY ("proposalId") REFERENCES "storage_proposal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_rolloutId_fkey" FOREIGN KEY ("rolloutId") REFERENCES "storage_rollout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "config_target" ADD CONSTRAINT "config_target_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_migrationId_fkey" FOREIGN KEY ("migrationId") REFERENCES "tier_migration"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_exitId_fkey" FOREIGN KEY ("exitId") REFERENCES "zero_copy_exit"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_silence" ADD CONSTRAINT "alert_silence_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "alert_channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disk_sample" ADD CONSTRAINT "disk_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_error_sample" ADD CONSTRAINT "store_error_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replication_sample" ADD CONSTRAINT "replication_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_turn" ADD CONSTRAINT "cache_turn_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_watch" ADD CONSTRAINT "node_watch_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_start" ADD CONSTRAINT "node_start_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_reading" ADD CONSTRAINT "cache_reading_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_sample" ADD CONSTRAINT "cache_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_collection" ADD CONSTRAINT "source_collection_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_collection" ADD CONSTRAINT "source_collection_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_pipelineId_fkey" FOREIGN KEY ("pipelineId") REFERENCES "load_pipeline"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_file" ADD CONSTRAINT "load_file_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "load_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_batch" ADD CONSTRAINT "load_batch_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "load_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_statement" ADD CONSTRAINT "load_statement_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "load_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_publish" ADD CONSTRAINT "load_publish_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "load_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline" ADD CONSTRAINT "load_pipeline_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline" ADD CONSTRAINT "load_pipeline_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline_object" ADD CONSTRAINT "load_pipeline_object_pipelineId_fkey" FOREIGN KEY ("pipelineId") REFERENCES "load_pipeline"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline_object" ADD CONSTRAINT "load_pipeline_object_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "load_job"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_generation" ADD CONSTRAINT "data_generation_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_generation" ADD CONSTRAINT "data_generation_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_generation_chunk" ADD CONSTRAINT "data_generation_chunk_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "data_generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replica_repair" ADD CONSTRAINT "replica_repair_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zero_copy_exit" ADD CONSTRAINT "zero_copy_exit_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zero_copy_exit" ADD CONSTRAINT "zero_copy_exit_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_warmup" ADD CONSTRAINT "cache_warmup_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_warmup_step" ADD CONSTRAINT "cache_warmup_step_warmupId_fkey" FOREIGN KEY ("warmupId") REFERENCES "cache_warmup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_warmup_run" ADD CONSTRAINT "cache_warmup_run_warmupId_fkey" FOREIGN KEY ("warmupId") REFERENCES "cache_warmup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_schedule" ADD CONSTRAINT "cache_schedule_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_schedule_run" ADD CONSTRAINT "cache_schedule_run_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "cache_schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_schedule_run" ADD CONSTRAINT "cache_schedule_run_warmupId_fkey" FOREIGN KEY ("warmupId") REFERENCES "cache_warmup"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit" ADD CONSTRAINT "bucket_audit_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit" ADD CONSTRAINT "bucket_audit_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_node" ADD CONSTRAINT "bucket_audit_node_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_object" ADD CONSTRAINT "bucket_audit_object_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_place" ADD CONSTRAINT "bucket_audit_place_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_reference" ADD CONSTRAINT "bucket_audit_reference_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_finding" ADD CONSTRAINT "bucket_finding_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orphan_removal_object" ADD CONSTRAINT "orphan_removal_object_removalId_fkey" FOREIGN KEY ("removalId") REFERENCES "orphan_removal"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark" ADD CONSTRAINT "benchmark_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_step" ADD CONSTRAINT "benchmark_step_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replay_query" ADD CONSTRAINT "replay_query_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replay_run" ADD CONSTRAINT "replay_run_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scratch_table" ADD CONSTRAINT "scratch_table_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scratch_table" ADD CONSTRAINT "scratch_table_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What the Prisma schema cannot express. The tests of packages/db hold it against the rules of packages/domain.

-- One open run per claim: claimingStatuses of packages/domain, for each kind.
CREATE UNIQUE INDEX "run_claimKey_key" ON "run"("claimKey") WHERE "status" NOT IN ('completed', 'cancelled')
  AND NOT ("kind" = 'tier-migration' AND "status" = 'paused')
  AND NOT ("kind" <> 'orphan-removal' AND "status" = 'failed');

-- Texts with a fixed set of values.
ALTER TABLE "run" ADD CONSTRAINT "run_kind_check" CHECK ("kind" IN ('tier-migration', 'load-job', 'data-generation', 'cache-warmup',
  'benchmark', 'replica-repair', 'storage-rollout', 'bucket-audit', 'orphan-removal', 'zero-copy-exit'));
ALTER TABLE "run_transition" ADD CONSTRAINT "run_transition_order_check" CHECK ("order" IN ('pause', 'resume', 'cancel', 'retry',
  'revert', 'retry-step', 'finish', 'approve', 'restore', 'begin', 'complete', 'stop', 'cancel-rest', 'hold', 'release', 'bring-back',
  'fail', 'recover', 'give-up'));
ALTER TABLE "zero_copy_exit" ADD CONSTRAINT "zero_copy_exit_stage_check" CHECK ("stage" IN ('to-hot', 'switch-off', 'to-target',
  'switch-on', 'to-shared'));
ALTER TABLE "tier_migration_step" ADD CONSTRAINT "tier_migration_step_granularity_check" CHECK ("granularity" IN ('part', 'partition'));
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_restartBy_check" CHECK ("restartBy" IN ('supervisor', 'person'));
ALTER TABLE "load_publish" ADD CONSTRAINT "load_publish_tableKind_check" CHECK ("tableKind" IN ('data', 'bad-rows'));
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_event_check" CHECK ("event" IN ('fired', 'resolved', 'test'));

-- An end only in a state that has ended.
ALTER TABLE "run" ADD CONSTRAINT "run_finishedAt_check" CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'cancelled'));
ALTER TABLE "tier_migration_step" ADD CONSTRAINT "tier_migration_step_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'cancelled', 'skipped'));
ALTER TABLE "tier_migration_move" ADD CONSTRAINT "tier_migration_move_finishedAt_check" CHECK ("finishedAt" IS NULL OR "status" <> 'sent');
ALTER TABLE "tier_schedule_run" ADD CONSTRAINT "tier_schedule_run_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'nothing', 'skipped'));
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'cancelled', 'skipped'));
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_finishedAt_check" CHECK (("finishedAt" IS NULL) = ("status" = 'waiting'));
ALTER TABLE "load_batch" ADD CONSTRAINT "load_batch_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'cancelled'));
ALTER TABLE "load_statement" ADD CONSTRAINT "load_statement_endedAt_check" CHECK ("endedAt" IS NULL OR "status" <> 'sent');
ALTER TABLE "data_generation_chunk" ADD CONSTRAINT "data_generation_chunk_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'cancelled'));
ALTER TABLE "cache_warmup_step" ADD CONSTRAINT "cache_warmup_step_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'cancelled'));
ALTER TABLE "cache_schedule_run" ADD CONSTRAINT "cache_schedule_run_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'skipped'));
ALTER TABLE "benchmark_step" ADD CONSTRAINT "benchmark_step_finishedAt_check"
  CHECK ("finishedAt" IS NULL OR "status" IN ('completed', 'failed', 'cancelled'));
ALTER TABLE "alert" ADD CONSTRAINT "alert_openKey_check" CHECK (("openKey" IS NULL) = ("state" = 'resolved'));

-- A plan and its run share an id. A plan that was discarded has no run.
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_runId_check" CHECK ("runId" = "id");
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_discardedAt_check"
  CHECK (("discardedAt" IS NULL) = ("discardedBy" IS NULL) AND ("discardedAt" IS NULL OR "runId" IS NULL));
ALTER TABLE "zero_copy_exit" ADD CONSTRAINT "zero_copy_exit_runId_check" CHECK ("runId" = "id");
ALTER TABLE "zero_copy_exit" ADD CONSTRAINT "zero_copy_exit_discardedAt_check"
  CHECK (("discardedAt" IS NULL) = ("discardedBy" IS NULL) AND ("discardedAt" IS NULL OR "runId" IS NULL));
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_runId_check" CHECK ("runId" IS NULL OR ("runId" = "id" AND "status" = 'planned'));

-- A review is whole or absent, and so is an approval.
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_review_check"
  CHECK (num_nonnulls("reviewOutcome", "reviewedBy", "reviewedAt") IN (0, 3));
ALTER TABLE "storage_proposal" ADD CONSTRAINT "storage_proposal_review_check"
  CHECK (num_nonnulls("reviewOutcome", "reviewedBy", "reviewedAt") IN (0, 3));
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_approvedAt_check" CHECK (("approvedAt" IS NULL) = ("approvedBy" IS NULL));

-- Each kind of access and each trigger has what it needs.
ALTER TABLE "source" ADD CONSTRAINT "source_auth_check" CHECK (CASE "auth" WHEN 'keys' THEN
  "accessKeyId" IS NOT NULL AND "sealedSecret" IS NOT NULL WHEN 'collection' THEN "collectionName" IS NOT NULL ELSE true END);
ALTER TABLE "load_pipeline" ADD CONSTRAINT "load_pipeline_trigger_check" CHECK (("trigger" = 'schedule') = ("cron" IS NOT NULL)
  AND ("cron" IS NULL) = ("timeZone" IS NULL) AND ("trigger" = 'continuous') = ("pollSeconds" IS NOT NULL));

-- SHA-256, in hex.
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_tokenHash_check" CHECK ("tokenHash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_planDigest_check" CHECK ("planDigest" ~ '^[0-9a-f]{64}$');
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_beforeDigest_check" CHECK ("beforeDigest" ~ '^[0-9a-f]{64}$');
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_afterDigest_check" CHECK ("afterDigest" ~ '^[0-9a-f]{64}$');
ALTER TABLE "load_batch" ADD CONSTRAINT "load_batch_stagedHash_check" CHECK ("stagedHash" ~ '^[0-9a-f]{64}$');

-- Tables of one row.
ALTER TABLE "alert_turn" ADD CONSTRAINT "alert_turn_id_check" CHECK ("id" = 1);
ALTER TABLE "source_rules" ADD CONSTRAINT "source_rules_id_check" CHECK ("id" = 1);

-- Shards and replicas count from 1. A partition is read twice, and so is a node.
ALTER TABLE "cluster_node" ADD CONSTRAINT "cluster_node_shard_check" CHECK ("shard" >= 1);
ALTER TABLE "cluster_node" ADD CONSTRAINT "cluster_node_replica_check" CHECK ("replica" >= 1);
ALTER TABLE "cache_warmup_step" ADD CONSTRAINT "cache_warmup_step_reading_check" CHECK ("reading" IN (1, 2));
ALTER TABLE "bucket_audit_node" ADD CONSTRAINT "bucket_audit_node_pass_check" CHECK ("pass" IN (1, 2));

-- Counts, sizes and ordinals are never negative. LEAST leaves out what is null.
ALTER TABLE "rate_limit" ADD CONSTRAINT "rate_limit_counts_check" CHECK (LEAST("count", "lastRequest") >= 0);
ALTER TABLE "run" ADD CONSTRAINT "run_counts_check" CHECK (LEAST("generation", "recoveries") >= 0);
ALTER TABLE "run_transition" ADD CONSTRAINT "run_transition_counts_check" CHECK ("generation" >= 0);
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_counts_check" CHECK (LEAST("orderVersion", "drivenVersion",
  "totalParts", "totalRows", "totalBytes", "batchPosition") >= 0);
ALTER TABLE "tier_migration_step" ADD CONSTRAINT "tier_migration_step_counts_check" CHECK (LEAST("ordinal", "position", "shard",
  "replica", "plannedParts", "plannedRows", "plannedBytes", "sharedBytes", "sharers", "sharedObjects", "ownObjects", "attempts",
  "movedParts", "movedBytes", "uploadedBytes", "failures", "wastedBytes", "notFetched", "readingBytes") >= 0);
ALTER TABLE "tier_migration_read" ADD CONSTRAINT "tier_migration_read_counts_check" CHECK (LEAST("bytes", "rows") >= 0);
ALTER TABLE "tier_migration_move" ADD CONSTRAINT "tier_migration_move_counts_check" CHECK ("bytes" >= 0);
ALTER TABLE "worker_heartbeat" ADD CONSTRAINT "worker_heartbeat_counts_check" CHECK ("pid" >= 0);
ALTER TABLE "tier_schedule" ADD CONSTRAINT "tier_schedule_counts_check" CHECK (LEAST("olderThanDays", "budgetBytes") >= 0);
ALTER TABLE "tier_schedule_run" ADD CONSTRAINT "tier_schedule_run_counts_check" CHECK (LEAST("plannedParts", "plannedBytes",
  "leftOutBytes") >= 0);
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_counts_check" CHECK (LEAST("ordinal", "beforeBytes",
  "afterBytes", "attempts") >= 0);
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_counts_check" CHECK (LEAST("holdSeconds", "clearSeconds") >= 0);
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_counts_check" CHECK ("attempts" >= 0);
ALTER TABLE "alert_turn" ADD CONSTRAINT "alert_turn_counts_check" CHECK ("epoch" >= 0);
ALTER TABLE "disk_sample" ADD CONSTRAINT "disk_sample_counts_check" CHECK ("totalBytes" >= 0);
ALTER TABLE "store_error_sample" ADD CONSTRAINT "store_error_sample_counts_check" CHECK ("errors" >= 0);
ALTER TABLE "replication_sample" ADD CONSTRAINT "replication_sample_counts_check" CHECK (LEAST("keeperSessions", "detachedParts")
  >= 0);
ALTER TABLE "node_watch" ADD CONSTRAINT "node_watch_counts_check" CHECK ("uptimeSeconds" >= 0);
ALTER TABLE "node_start" ADD CONSTRAINT "node_start_counts_check" CHECK (LEAST("loadedParts", "loadedMicroseconds", "tables",
  "gets", "getRequests", "getMicroseconds", "localParts", "storeParts", "cachedParts", "outdatedParts") >= 0);
ALTER TABLE "cache_reading" ADD CONSTRAINT "cache_reading_counts_check" CHECK (LEAST("fromCacheBytes", "fromStoreBytes", "hits",
  "misses", "downloadedBytes", "evictedBytes", "evictedSegments", "storeRequests") >= 0);
ALTER TABLE "cache_sample" ADD CONSTRAINT "cache_sample_counts_check" CHECK (LEAST("fromCacheBytes", "fromStoreBytes", "hits",
  "misses", "downloadedBytes", "evictedBytes", "evictedSegments", "storeRequests", "sizeBytes", "limitBytes", "segments") >= 0);
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_counts_check" CHECK (LEAST("totalFiles", "totalBytes", "rowsBefore", "rowsAfter")
  >= 0);
ALTER TABLE "load_file" ADD CONSTRAINT "load_file_counts_check" CHECK (LEAST("ordinal", "sizeBytes", "batchOrdinal", "attempts",
  "rows", "skippedRows", "errorRow") >= 0);
ALTER TABLE "load_batch" ADD CONSTRAINT "load_batch_counts_check" CHECK (LEAST("ordinal", "attempt", "files", "sizeBytes", "rows")
  >= 0);
ALTER TABLE "load_statement" ADD CONSTRAINT "load_statement_counts_check" CHECK ("attempt" >= 0);
ALTER TABLE "load_publish" ADD CONSTRAINT "load_publish_counts_check" CHECK ("rows" >= 0);
ALTER TABLE "load_pipeline" ADD CONSTRAINT "load_pipeline_counts_check" CHECK (LEAST("pollSeconds", "maxObjects", "maxBytes",
  "epoch", "listedObjects", "waitingObjects", "waitingBytes") >= 0);
ALTER TABLE "load_pipeline_object" ADD CONSTRAINT "load_pipeline_object_counts_check" CHECK ("sizeBytes" >= 0);
ALTER TABLE "data_generation" ADD CONSTRAINT "data_generation_counts_check" CHECK (LEAST("totalFiles", "totalRows") >= 0);
ALTER TABLE "data_generation_chunk" ADD CONSTRAINT "data_generation_chunk_counts_check" CHECK (LEAST("ordinal", "firstFile",
  "files", "firstRow", "rows", "attempts", "writtenFiles", "writtenRows", "writtenBytes") >= 0);
ALTER TABLE "replica_repair" ADD CONSTRAINT "replica_repair_counts_check" CHECK ("limitSeconds" >= 0);
ALTER TABLE "cache_warmup" ADD CONSTRAINT "cache_warmup_counts_check" CHECK (LEAST("bytesPerSecond", "wantedBytes", "cachedBytes")
  >= 0);
ALTER TABLE "cache_warmup_step" ADD CONSTRAINT "cache_warmup_step_counts_check" CHECK (LEAST("ordinal", "wantedBytes",
  "cachedBytes", "attempts", "fetchedBytes", "requests", "provedCacheBytes", "provedStoreBytes", "cachedAfterBytes") >= 0);
ALTER TABLE "cache_warmup_run" ADD CONSTRAINT "cache_warmup_run_counts_check" CHECK (LEAST("storeBytes", "cacheBytes", "requests",
  "readRows") >= 0);
ALTER TABLE "bucket_audit" ADD CONSTRAINT "bucket_audit_counts_check" CHECK (LEAST("graceMinutes", "timeLimitMinutes",
  "listedPrefixes", "objects", "objectBytes", "youngObjects", "youngBytes", "heldObjects", "heldBytes") >= 0);
ALTER TABLE "bucket_audit_node" ADD CONSTRAINT "bucket_audit_node_counts_check" CHECK (LEAST("ordinal", "files") >= 0);
ALTER TABLE "bucket_audit_object" ADD CONSTRAINT "bucket_audit_object_counts_check" CHECK ("sizeBytes" >= 0);
ALTER TABLE "bucket_audit_place" ADD CONSTRAINT "bucket_audit_place_counts_check" CHECK (LEAST("node", "partBytes",
  "uncountedBytes", "files", "fileBytes", "objects", "objectBytes", "sharedFiles", "missingFiles") >= 0);
ALTER TABLE "bucket_audit_reference" ADD CONSTRAINT "bucket_audit_reference_counts_check" CHECK (LEAST("node", "sizeBytes") >= 0);
ALTER TABLE "bucket_finding" ADD CONSTRAINT "bucket_finding_counts_check" CHECK (LEAST("sizeBytes", "neededBytes", "node") >= 0);
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_counts_check" CHECK ("waitHours" >= 0);
ALTER TABLE "orphan_removal_object" ADD CONSTRAINT "orphan_removal_object_counts_check" CHECK ("sizeBytes" >= 0);
ALTER TABLE "benchmark_step" ADD CONSTRAINT "benchmark_step_counts_check" CHECK (LEAST("ordinal", "round", "attempts") >= 0);
ALTER TABLE "replay_query" ADD CONSTRAINT "replay_query_counts_check" CHECK (LEAST("ordinal", "loggedShard", "loggedReplica") >=
  0);
ALTER TABLE "replay_run" ADD CONSTRAINT "replay_run_counts_check" CHECK (LEAST("step", "place", "query", "attempt", "readRows",
  "readBytes", "resultRows", "storeBytes", "missedBytes", "cacheBytes", "storeRequests", "memoryBytes") >= 0);

-- CreateTable
CREATE TABLE "advice_hidden" (
    "clusterId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "hiddenBy" TEXT NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "advice_hidden_pkey" PRIMARY KEY ("clusterId","key"),
    CONSTRAINT "advice_hidden_until_check" CHECK ("until" > "hiddenAt")
);

-- CreateTable
CREATE TABLE "advice_followed" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "volume" TEXT NOT NULL,
    "promisedBytes" BIGINT NOT NULL,
    "promisedPerMonth" DOUBLE PRECISION NOT NULL,
    "currency" TEXT NOT NULL,
    "followedBy" TEXT NOT NULL,
    "followedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "advice_followed_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "advice_followed_promise_check" CHECK ("promisedBytes" > 0 AND "promisedPerMonth" > 0)
);

-- CreateTable
CREATE TABLE "insert_queue_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "files" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "insert_queue_sample_pkey" PRIMARY KEY ("clusterId","nodeName","database","table","at"),
    CONSTRAINT "insert_queue_sample_amounts_check" CHECK ("files" >= 0 AND "bytes" >= 0)
);

-- CreateTable
CREATE TABLE "person_mark" (
    "userId" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_mark_pkey" PRIMARY KEY ("userId","mark")
);

-- CreateIndex
CREATE INDEX "advice_followed_clusterId_followedAt_idx" ON "advice_followed"("clusterId", "followedAt" DESC);

-- AddForeignKey
ALTER TABLE "advice_hidden" ADD CONSTRAINT "advice_hidden_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advice_followed" ADD CONSTRAINT "advice_followed_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insert_queue_sample" ADD CONSTRAINT "insert_queue_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_mark" ADD CONSTRAINT "person_mark_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
