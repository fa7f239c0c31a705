-- CreateEnum
CREATE TYPE "retention_unit" AS ENUM ('days', 'months');
CREATE TYPE "archive_bucket_hold" AS ENUM ('pending', 'held', 'cleared', 'unsupported', 'failed');
ALTER TYPE "archive_step_state" ADD VALUE 'expiring';
ALTER TYPE "archive_step_state" ADD VALUE 'expired';

-- AlterTable
ALTER TABLE "archive" ADD COLUMN "keepCount" INTEGER, ADD COLUMN "keepUnit" "retention_unit", ADD COLUMN "keepSetBy" TEXT,
  ADD COLUMN "keepSetAt" TIMESTAMPTZ(3), ADD COLUMN "expiresAt" TIMESTAMPTZ(3), ADD COLUMN "holdReason" TEXT,
  ADD COLUMN "holdBy" TEXT, ADD COLUMN "holdAt" TIMESTAMPTZ(3), ADD COLUMN "bucketHold" "archive_bucket_hold",
  ADD COLUMN "bucketHoldNote" TEXT;
ALTER TABLE "archive_schedule" ADD COLUMN "keepCount" INTEGER, ADD COLUMN "keepUnit" "retention_unit";
ALTER TABLE "archive_file" ADD COLUMN "deletedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "archive_expiry" (
    "id" TEXT NOT NULL,
    "archiveId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,

    CONSTRAINT "archive_expiry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "archive_expiry_step" (
    "expiryId" TEXT NOT NULL,
    "archiveId" TEXT NOT NULL,
    "stepOrdinal" INTEGER NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "archive_expiry_step_pkey" PRIMARY KEY ("expiryId","stepOrdinal")
);

-- CreateIndex
CREATE INDEX "archive_expiresAt_idx" ON "archive"("expiresAt");
CREATE INDEX "archive_expiry_archiveId_idx" ON "archive_expiry"("archiveId");
CREATE INDEX "archive_expiry_step_archiveId_stepOrdinal_idx" ON "archive_expiry_step"("archiveId", "stepOrdinal");

-- AddForeignKey
ALTER TABLE "archive_expiry" ADD CONSTRAINT "archive_expiry_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_expiry" ADD CONSTRAINT "archive_expiry_archiveId_fkey" FOREIGN KEY ("archiveId") REFERENCES "archive"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_expiry_step" ADD CONSTRAINT "archive_expiry_step_expiryId_fkey" FOREIGN KEY ("expiryId") REFERENCES "archive_expiry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_expiry_step" ADD CONSTRAINT "archive_expiry_step_archiveId_stepOrdinal_fkey" FOREIGN KEY ("archiveId", "stepOrdinal") REFERENCES "archive_step"("archiveId", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;

-- The new kind.
ALTER TABLE "run" DROP CONSTRAINT "run_kind_check";
ALTER TABLE "run" ADD CONSTRAINT "run_kind_check" CHECK ("kind" IN ('tier-migration', 'load-job', 'data-generation', 'cache-warmup',
  'benchmark', 'replica-repair', 'storage-rollout', 'bucket-audit', 'orphan-removal', 'zero-copy-exit', 'archive', 'archive-restore',
  'archive-expiry', 'change-set'));

-- Files expire only by a retention that somebody has set, and a legal hold has a reason.
ALTER TABLE "archive" ADD CONSTRAINT "archive_keep_check" CHECK (("keepCount" IS NULL) = ("keepUnit" IS NULL)
  AND ("keepCount" IS NULL) = ("keepSetBy" IS NULL) AND ("keepCount" IS NULL) = ("keepSetAt" IS NULL) AND "keepCount" > 0);
ALTER TABLE "archive" ADD CONSTRAINT "archive_expiresAt_check" CHECK ("expiresAt" IS NULL OR "keepCount" IS NOT NULL);
ALTER TABLE "archive" ADD CONSTRAINT "archive_hold_check" CHECK (("holdAt" IS NULL) = ("holdBy" IS NULL)
  AND ("holdAt" IS NULL) = ("holdReason" IS NULL));
ALTER TABLE "archive_schedule" ADD CONSTRAINT "archive_schedule_keep_check" CHECK (("keepCount" IS NULL) = ("keepUnit" IS NULL)
  AND "keepCount" > 0);
ALTER TABLE "archive_expiry_step" ADD CONSTRAINT "archive_expiry_step_counts_check" CHECK ("stepOrdinal" >= 0);
