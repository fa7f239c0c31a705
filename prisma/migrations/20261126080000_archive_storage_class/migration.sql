-- CreateEnum
CREATE TYPE "retrieval_tier" AS ENUM ('standard', 'bulk');

-- AlterTable
ALTER TABLE "archive" ADD COLUMN "storageClass" TEXT NOT NULL DEFAULT 'STANDARD', ADD COLUMN "storageNote" TEXT;
ALTER TABLE "archive_schedule" ADD COLUMN "storageClass" TEXT NOT NULL DEFAULT 'STANDARD';
ALTER TABLE "archive_file" ADD COLUMN "storageClass" TEXT;
ALTER TABLE "archive_restore" ADD COLUMN "retrievalTier" "retrieval_tier", ADD COLUMN "retrievalDays" INTEGER,
  ADD COLUMN "retrievedAt" TIMESTAMPTZ(3);

ALTER TABLE "archive_restore" ADD CONSTRAINT "archive_restore_retrieval_check" CHECK (("retrievalTier" IS NULL) = ("retrievalDays" IS NULL)
  AND "retrievalDays" > 0);
