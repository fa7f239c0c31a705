-- CreateEnum
CREATE TYPE "LoadJobStatus" AS ENUM ('queued', 'running', 'pausing', 'paused', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "LoadBatchStatus" AS ENUM ('planned', 'loading', 'publishing', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "LoadFileStatus" AS ENUM ('waiting', 'loading', 'loaded', 'failed', 'changed', 'cancelled');

-- CreateEnum
CREATE TYPE "LoadStatementStatus" AS ENUM ('sent', 'succeeded', 'failed', 'unknown', 'stopped');

-- CreateTable
CREATE TABLE "load_job" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "sourceId" TEXT,
    "sourceName" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "status" "LoadJobStatus" NOT NULL DEFAULT 'queued',
    "generation" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "totalFiles" INTEGER NOT NULL,
    "totalBytes" BIGINT NOT NULL,
    "rowsBefore" BIGINT,
    "rowsAfter" BIGINT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "cancelledBy" TEXT,
    "pausedBy" TEXT,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "load_file" (
    "jobId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "etag" TEXT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "batchOrdinal" INTEGER NOT NULL,
    "status" "LoadFileStatus" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "rows" BIGINT,
    "skippedRows" BIGINT,
    "nodeName" TEXT,
    "queryId" TEXT,
    "errorCode" INTEGER,
    "error" TEXT,
    "errorRow" BIGINT,
    "loadedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_file_pkey" PRIMARY KEY ("jobId","ordinal")
);

-- CreateTable
CREATE TABLE "load_batch" (
    "id" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "status" "LoadBatchStatus" NOT NULL DEFAULT 'planned',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "workerId" TEXT,
    "files" INTEGER NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "rows" BIGINT,
    "waitReason" TEXT,
    "errorCode" INTEGER,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "loadedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "load_statement" (
    "queryId" TEXT NOT NULL,
    "batchId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "sql" TEXT NOT NULL,
    "status" "LoadStatementStatus" NOT NULL DEFAULT 'sent',
    "errorCode" INTEGER,
    "error" TEXT,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_statement_pkey" PRIMARY KEY ("queryId")
);

-- CreateTable
CREATE TABLE "load_publish" (
    "batchId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "tableKind" TEXT NOT NULL,
    "partitionId" TEXT NOT NULL,
    "parts" JSONB NOT NULL,
    "rows" BIGINT NOT NULL,
    "floor" BIGINT NOT NULL,
    "publishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "load_publish_pkey" PRIMARY KEY ("batchId","nodeName","tableKind","partitionId")
);

-- CreateIndex
CREATE INDEX "load_job_clusterId_createdAt_idx" ON "load_job"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "load_job_status_idx" ON "load_job"("status");

-- CreateIndex
CREATE INDEX "load_file_jobId_batchOrdinal_idx" ON "load_file"("jobId", "batchOrdinal");

-- CreateIndex
CREATE INDEX "load_file_jobId_status_ordinal_idx" ON "load_file"("jobId", "status", "ordinal");

-- CreateIndex
CREATE INDEX "load_batch_jobId_status_idx" ON "load_batch"("jobId", "status");

-- CreateIndex
CREATE UNIQUE INDEX "load_batch_jobId_ordinal_key" ON "load_batch"("jobId", "ordinal");

-- CreateIndex
CREATE INDEX "load_statement_batchId_attempt_idx" ON "load_statement"("batchId", "attempt");

-- AddForeignKey
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_file" ADD CONSTRAINT "load_file_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "load_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_batch" ADD CONSTRAINT "load_batch_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "load_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_statement" ADD CONSTRAINT "load_statement_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "load_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_publish" ADD CONSTRAINT "load_publish_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "load_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;


