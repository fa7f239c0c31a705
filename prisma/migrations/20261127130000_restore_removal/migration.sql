-- CreateEnum
CREATE TYPE "restore_removal_state" AS ENUM ('planned', 'detaching', 'dropping', 'removed');

-- AlterTable
ALTER TABLE "archive_restore" ADD COLUMN "keepDays" INTEGER, ADD COLUMN "keepSetBy" TEXT, ADD COLUMN "keepSetAt" TIMESTAMPTZ(3),
  ADD COLUMN "removeAt" TIMESTAMPTZ(3);
ALTER TABLE "archive_restore_step" ADD COLUMN "tableUuid" TEXT, ADD COLUMN "removedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "restore_removal" (
    "id" TEXT NOT NULL,
    "restoreId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "note" TEXT,

    CONSTRAINT "restore_removal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "restore_removal_step" (
    "removalId" TEXT NOT NULL,
    "archiveId" TEXT NOT NULL,
    "stepOrdinal" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "state" "restore_removal_state" NOT NULL DEFAULT 'planned',
    "parts" JSONB,
    "takenAt" TIMESTAMPTZ(3),
    "error" TEXT,
    "removedAt" TIMESTAMPTZ(3),

    CONSTRAINT "restore_removal_step_pkey" PRIMARY KEY ("removalId","stepOrdinal")
);

-- CreateIndex
CREATE INDEX "archive_restore_removeAt_idx" ON "archive_restore"("removeAt");
CREATE INDEX "restore_removal_restoreId_idx" ON "restore_removal"("restoreId");
CREATE INDEX "restore_removal_step_archiveId_stepOrdinal_idx" ON "restore_removal_step"("archiveId", "stepOrdinal");

-- AddForeignKey
ALTER TABLE "restore_removal" ADD CONSTRAINT "restore_removal_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "restore_removal" ADD CONSTRAINT "restore_removal_restoreId_fkey" FOREIGN KEY ("restoreId") REFERENCES "archive_restore"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "restore_removal_step" ADD CONSTRAINT "restore_removal_step_removalId_fkey" FOREIGN KEY ("removalId") REFERENCES "restore_removal"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "restore_removal_step" ADD CONSTRAINT "restore_removal_step_archiveId_stepOrdinal_fkey" FOREIGN KEY ("archiveId", "stepOrdinal") REFERENCES "archive_step"("archiveId", "ordinal") ON DELETE CASCADE ON UPDATE CASCADE;

-- The new kind.
ALTER TABLE "run" DROP CONSTRAINT "run_kind_check";
ALTER TABLE "run" ADD CONSTRAINT "run_kind_check" CHECK ("kind" IN ('tier-migration', 'load-job', 'data-generation', 'cache-warmup',
  'benchmark', 'replica-repair', 'storage-rollout', 'bucket-audit', 'orphan-removal', 'zero-copy-exit', 'archive', 'archive-restore',
  'archive-expiry', 'restore-removal', 'change-set'));

-- Rows are removed only by a time that somebody has set, and parts are compared before any of them is detached.
ALTER TABLE "archive_restore" ADD CONSTRAINT "archive_restore_keep_check" CHECK (("keepDays" IS NULL) = ("keepSetBy" IS NULL)
  AND ("keepDays" IS NULL) = ("keepSetAt" IS NULL) AND "keepDays" >= 0 AND ("removeAt" IS NULL OR "keepDays" IS NOT NULL));
ALTER TABLE "restore_removal_step" ADD CONSTRAINT "restore_removal_step_state_check" CHECK ("stepOrdinal" >= 0
  AND ("state" NOT IN ('detaching', 'dropping') OR ("parts" IS NOT NULL AND "takenAt" IS NOT NULL))
  AND ("state" = 'removed') = ("removedAt" IS NOT NULL));
