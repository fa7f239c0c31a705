-- CreateEnum
CREATE TYPE "CacheWarmupStatus" AS ENUM ('queued', 'running', 'pausing', 'paused', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "CacheWarmupStepStatus" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "CacheWarmupMoment" AS ENUM ('before', 'after');

-- CreateTable
CREATE TABLE "cache_warmup" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "columns" TEXT[],
    "status" "CacheWarmupStatus" NOT NULL DEFAULT 'queued',
    "starts" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "bytesPerSecond" BIGINT,
    "wantedBytes" BIGINT NOT NULL,
    "cachedBytes" BIGINT NOT NULL,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "pausedBy" TEXT,
    "cancelledBy" TEXT,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "cache_warmup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cache_warmup_step" (
    "warmupId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "cacheName" TEXT NOT NULL,
    "partitionId" TEXT NOT NULL,
    "wantedBytes" BIGINT NOT NULL,
    "cachedBytes" BIGINT NOT NULL,
    "status" "CacheWarmupStepStatus" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "reading" INTEGER NOT NULL DEFAULT 1,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "fetchedBytes" BIGINT NOT NULL DEFAULT 0,
    "requests" BIGINT NOT NULL DEFAULT 0,
    "provedCacheBytes" BIGINT,
    "provedStoreBytes" BIGINT,
    "cachedAfterBytes" BIGINT,
    "errorCode" INTEGER,
    "error" TEXT,

    CONSTRAINT "cache_warmup_step_pkey" PRIMARY KEY ("warmupId","ordinal")
);

-- CreateTable
CREATE TABLE "cache_warmup_run" (
    "warmupId" TEXT NOT NULL,
    "moment" "CacheWarmupMoment" NOT NULL,
    "nodeName" TEXT NOT NULL,
    "queryId" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "elapsedMs" DOUBLE PRECISION,
    "storeBytes" BIGINT,
    "cacheBytes" BIGINT,
    "requests" BIGINT,
    "readRows" BIGINT,
    "error" TEXT,

    CONSTRAINT "cache_warmup_run_pkey" PRIMARY KEY ("warmupId","moment")
);

-- CreateIndex
CREATE INDEX "cache_warmup_clusterId_createdAt_idx" ON "cache_warmup"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "cache_warmup_status_idx" ON "cache_warmup"("status");

-- CreateIndex
CREATE INDEX "cache_warmup_step_warmupId_status_ordinal_idx" ON "cache_warmup_step"("warmupId", "status", "ordinal");

-- AddForeignKey
ALTER TABLE "cache_warmup" ADD CONSTRAINT "cache_warmup_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_warmup_step" ADD CONSTRAINT "cache_warmup_step_warmupId_fkey" FOREIGN KEY ("warmupId") REFERENCES "cache_warmup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_warmup_run" ADD CONSTRAINT "cache_warmup_run_warmupId_fkey" FOREIGN KEY ("warmupId") REFERENCES "cache_warmup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

