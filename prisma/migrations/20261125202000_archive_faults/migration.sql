-- CreateEnum
CREATE TYPE "archive_fault_kind" AS ENUM ('missing', 'changed');

-- AlterTable
ALTER TABLE "archive" ADD COLUMN "comparedAt" TIMESTAMPTZ(3), ADD COLUMN "compareError" TEXT,
  ADD COLUMN "compareAfter" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "archive_fault" (
    "archiveId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "stepOrdinal" INTEGER NOT NULL,
    "kind" "archive_fault_kind" NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "archive_fault_pkey" PRIMARY KEY ("archiveId","key")
);

-- AddForeignKey
ALTER TABLE "archive_fault" ADD CONSTRAINT "archive_fault_archiveId_fkey" FOREIGN KEY ("archiveId") REFERENCES "archive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "archive_fault" ADD CONSTRAINT "archive_fault_counts_check" CHECK ("stepOrdinal" >= 0);
