-- AlterEnum
ALTER TYPE "BenchmarkKind" ADD VALUE 'replay';

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

-- AddForeignKey
ALTER TABLE "replay_query" ADD CONSTRAINT "replay_query_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replay_run" ADD CONSTRAINT "replay_run_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;
