-- AlterTable
ALTER TABLE "archive_step" ADD COLUMN "oldestAt" TIMESTAMPTZ(3), ADD COLUMN "newestAt" TIMESTAMPTZ(3);
