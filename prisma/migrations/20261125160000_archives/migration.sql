-- CreateEnum
CREATE TYPE "archive_stage" AS ENUM ('exporting', 'detaching', 'dropping', 'restoring');
CREATE TYPE "archive_step_state" AS ENUM ('planned', 'exporting', 'proved', 'detaching', 'detached', 'dropping', 'dropped',
  'attaching', 'attached', 'kept');
CREATE TYPE "archive_file_state" AS ENUM ('planned', 'writing', 'written', 'proved');
CREATE TYPE "archive_restore_mode" AS ENUM ('into', 'beside');

-- CreateTable
CREATE TABLE "archive" (
    "id" TEXT NOT NULL,
    "sourceId" TEXT,
    "sourceName" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "tableUuids" JSONB NOT NULL,
    "choice" JSONB NOT NULL,
    "columns" JSONB NOT NULL,
    "ddl" TEXT NOT NULL,
    "engineFull" TEXT NOT NULL,
    "sortingKey" TEXT NOT NULL,
    "serverVersion" TEXT NOT NULL,
    "stage" "archive_stage" NOT NULL DEFAULT 'exporting',
    "graceHours" INTEGER NOT NULL,
    "approvedBy" TEXT,
    "approvedAt" TIMESTAMPTZ(3),
    "detachedAt" TIMESTAMPTZ(3),
    "dropAt" TIMESTAMPTZ(3),
    "dropApprovedBy" TEXT,
    "cancelledBy" TEXT,

    CONSTRAINT "archive_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "archive_step" (
    "archiveId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "shard" INTEGER NOT NULL,
    "partitionId" TEXT NOT NULL,
    "partition" TEXT NOT NULL,
    "state" "archive_step_state" NOT NULL DEFAULT 'planned',
    "plannedRows" BIGINT NOT NULL,
    "plannedBytes" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "nodeName" TEXT,
    "parts" JSONB,
    "rows" BIGINT,
    "bytes" BIGINT,
    "lateRows" BIGINT,
    "checks" JSONB,
    "manifestKey" TEXT,
    "manifestSha256" TEXT,
    "manifestEtag" TEXT,
    "error" TEXT,
    "provedAt" TIMESTAMPTZ(3),
    "changedAt" TIMESTAMPTZ(3),

    CONSTRAINT "archive_step_pkey" PRIMARY KEY ("archiveId","ordinal")
);

-- CreateTable
CREATE TABLE "archive_file" (
    "archiveId" TEXT NOT NULL,
    "stepOrdinal" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "selection" JSONB NOT NULL,
    "state" "archive_file_state" NOT NULL DEFAULT 'planned',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "key" TEXT,
    "nodeName" TEXT,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "statement" TEXT,
    "rows" BIGINT NOT NULL,
    "sizeBytes" BIGINT,
    "etag" TEXT,
    "checks" JSONB,
    "error" TEXT,
    "provedAt" TIMESTAMPTZ(3),

    CONSTRAINT "archive_file_pkey" PRIMARY KEY ("archiveId","stepOrdinal","ordinal")
);

-- CreateTable
CREATE TABLE "archive_restore" (
    "id" TEXT NOT NULL,
    "archiveId" TEXT NOT NULL,
    "mode" "archive_restore_mode" NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "provedAt" TIMESTAMPTZ(3),

    CONSTRAINT "archive_restore_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "archive_restore_step" (
    "restoreId" TEXT NOT NULL,
    "archiveId" TEXT NOT NULL,
    "stepOrdinal" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "loadId" TEXT,
    "checks" JSONB,
    "error" TEXT,
    "provedAt" TIMESTAMPTZ(3),

    CONSTRAINT "archive_restore_step_pkey" PRIMARY KEY ("restoreId","stepOrdinal")
);

-- CreateIndex
CREATE INDEX "archive_sourceId_idx" ON "archive"("sourceId");
CREATE INDEX "archive_step_archiveId_state_idx" ON "archive_step"("archiveId", "state");
CREATE INDEX "archive_restore_archiveId_idx" ON "archive_restore"("archiveId");
CREATE INDEX "archive_restore_step_archiveId_stepOrdinal_idx" ON "archive_restore_step"("archiveId", "stepOrdinal");

-- AddForeignKey
ALTER TABLE "archive" ADD CONSTRAINT "archive_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive" ADD CONSTRAINT "archive_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "archive_step" ADD CONSTRAINT "archive_step_archiveId_fkey" FOREIGN KEY ("archiveId") REFERENCES "archive"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_file" ADD CONSTRAINT "archive_file_archiveId_stepOrdinal_fkey" FOREIGN KEY ("archiveId", "stepOrdinal") REFERENCES "archive_step"("archiveId", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_restore" ADD CONSTRAINT "archive_restore_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_restore" ADD CONSTRAINT "archive_restore_archiveId_fkey" FOREIGN KEY ("archiveId") REFERENCES "archive"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_restore_step" ADD CONSTRAINT "archive_restore_step_restoreId_fkey" FOREIGN KEY ("restoreId") REFERENCES "archive_restore"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_restore_step" ADD CONSTRAINT "archive_restore_step_archiveId_stepOrdinal_fkey" FOREIGN KEY ("archiveId", "stepOrdinal") REFERENCES "archive_step"("archiveId", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;

-- The new kinds. A failed archive may hold detached parts.
ALTER TABLE "run" DROP CONSTRAINT "run_kind_check";
ALTER TABLE "run" ADD CONSTRAINT "run_kind_check" CHECK ("kind" IN ('tier-migration', 'load-job', 'data-generation', 'cache-warmup',
  'benchmark', 'replica-repair', 'storage-rollout', 'bucket-audit', 'orphan-removal', 'zero-copy-exit', 'archive', 'archive-restore'));
DROP INDEX "run_claimKey_key";
CREATE UNIQUE INDEX "run_claimKey_key" ON "run"("claimKey") WHERE "status" NOT IN ('completed', 'cancelled')
  AND NOT ("kind" = 'tier-migration' AND "status" = 'paused')
  AND NOT ("kind" NOT IN ('orphan-removal', 'archive') AND "status" = 'failed');

-- Nothing about dropped rows is less than proved.
ALTER TABLE "archive" ADD CONSTRAINT "archive_approvedAt_check" CHECK (("approvedAt" IS NULL) = ("approvedBy" IS NULL));
ALTER TABLE "archive" ADD CONSTRAINT "archive_counts_check" CHECK ("graceHours" >= 0);
ALTER TABLE "archive_step" ADD CONSTRAINT "archive_step_provedAt_check" CHECK ("state" IN ('planned', 'exporting', 'kept')
  OR ("provedAt" IS NOT NULL AND "checks" IS NOT NULL AND "parts" IS NOT NULL AND "manifestSha256" IS NOT NULL));
ALTER TABLE "archive_step" ADD CONSTRAINT "archive_step_manifestSha256_check" CHECK ("manifestSha256" ~ '^[0-9a-f]{64}$');
ALTER TABLE "archive_step" ADD CONSTRAINT "archive_step_shard_check" CHECK ("shard" >= 1);
ALTER TABLE "archive_step" ADD CONSTRAINT "archive_step_counts_check" CHECK (LEAST("ordinal", "plannedRows", "plannedBytes",
  "attempt", "rows", "bytes", "lateRows") >= 0);
ALTER TABLE "archive_file" ADD CONSTRAINT "archive_file_provedAt_check" CHECK ("state" <> 'proved'
  OR ("provedAt" IS NOT NULL AND "checks" IS NOT NULL AND "etag" IS NOT NULL AND "key" IS NOT NULL));
ALTER TABLE "archive_file" ADD CONSTRAINT "archive_file_counts_check" CHECK (LEAST("stepOrdinal", "ordinal", "attempt", "rows",
  "sizeBytes") >= 0);
ALTER TABLE "archive_restore_step" ADD CONSTRAINT "archive_restore_step_counts_check" CHECK ("stepOrdinal" >= 0);
ALTER TABLE "archive_restore_step" ADD CONSTRAINT "archive_restore_step_provedAt_check" CHECK ("provedAt" IS NULL OR "checks" IS NOT NULL);
