-- CreateEnum
CREATE TYPE "DataGenerationStatus" AS ENUM ('queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "DataGenerationChunkStatus" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "data_generation" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "sourceId" TEXT,
    "sourceName" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "status" "DataGenerationStatus" NOT NULL DEFAULT 'queued',
    "starts" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "totalFiles" INTEGER NOT NULL,
    "totalRows" BIGINT NOT NULL,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "cancelledBy" TEXT,
    "waitReason" TEXT,
    "error" TEXT,
    "statementHead" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "data_generation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_generation_chunk" (
    "generationId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "firstFile" INTEGER NOT NULL,
    "files" INTEGER NOT NULL,
    "firstRow" BIGINT NOT NULL,
    "rows" BIGINT NOT NULL,
    "status" "DataGenerationChunkStatus" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nodeName" TEXT,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "writtenFiles" INTEGER,
    "writtenRows" BIGINT,
    "writtenBytes" BIGINT,
    "errorCode" INTEGER,
    "error" TEXT,

    CONSTRAINT "data_generation_chunk_pkey" PRIMARY KEY ("generationId","ordinal")
);

-- CreateIndex
CREATE INDEX "data_generation_clusterId_createdAt_idx" ON "data_generation"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "data_generation_status_idx" ON "data_generation"("status");

-- CreateIndex
CREATE INDEX "data_generation_sourceId_idx" ON "data_generation"("sourceId");

-- CreateIndex
CREATE INDEX "data_generation_chunk_generationId_status_ordinal_idx" ON "data_generation_chunk"("generationId", "status", "ordinal");

-- AddForeignKey
ALTER TABLE "data_generation" ADD CONSTRAINT "data_generation_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_generation" ADD CONSTRAINT "data_generation_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_generation_chunk" ADD CONSTRAINT "data_generation_chunk_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "data_generation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
