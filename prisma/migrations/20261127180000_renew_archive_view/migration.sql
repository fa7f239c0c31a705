-- AlterTable
ALTER TABLE "archive_view" ADD COLUMN "sourcesAt" TIMESTAMPTZ(3);
