-- CreateEnum
CREATE TYPE "DeepReadKind" AS ENUM ('sum_before', 'check', 'sum_after');

-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "reading" "DeepReadKind",
ADD COLUMN     "readingBytes" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "tier_migration_read" (
    "stepId" TEXT NOT NULL,
    "kind" "DeepReadKind" NOT NULL,
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

-- AddForeignKey
ALTER TABLE "tier_migration_read" ADD CONSTRAINT "tier_migration_read_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "tier_migration_step"("id") ON DELETE CASCADE ON UPDATE CASCADE;
