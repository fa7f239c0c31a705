-- AlterTable
ALTER TABLE "benchmark_step" ADD COLUMN     "preparation" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "scratch_table" ADD COLUMN     "dropQueryId" TEXT,
ADD COLUMN     "dropSentAt" TIMESTAMPTZ(3),
ADD COLUMN     "dropStatement" TEXT;
