-- CreateEnum
CREATE TYPE "BenchmarkKind" AS ENUM ('tiers');

-- CreateEnum
CREATE TYPE "BenchmarkStatus" AS ENUM ('queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "BenchmarkStepStatus" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "benchmark" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "kind" "BenchmarkKind" NOT NULL,
    "nodeName" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "status" "BenchmarkStatus" NOT NULL DEFAULT 'queued',
    "starts" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "cancelledBy" TEXT,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "benchmark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_step" (
    "benchmarkId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "object" TEXT,
    "status" "BenchmarkStepStatus" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "elapsedMs" DOUBLE PRECISION,
    "figures" JSONB,
    "error" TEXT,

    CONSTRAINT "benchmark_step_pkey" PRIMARY KEY ("benchmarkId","ordinal")
);

-- CreateTable
CREATE TABLE "scratch_table" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "benchmarkId" TEXT,
    "nodeName" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "disk" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "droppedAt" TIMESTAMPTZ(3),
    "nextDropAt" TIMESTAMPTZ(3),
    "dropError" TEXT,

    CONSTRAINT "scratch_table_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "benchmark_clusterId_kind_createdAt_idx" ON "benchmark"("clusterId", "kind", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "benchmark_status_idx" ON "benchmark"("status");

-- CreateIndex
CREATE INDEX "scratch_table_benchmarkId_idx" ON "scratch_table"("benchmarkId");

-- CreateIndex
CREATE INDEX "scratch_table_droppedAt_idx" ON "scratch_table"("droppedAt");

-- CreateIndex
CREATE UNIQUE INDEX "scratch_table_clusterId_nodeName_database_name_key" ON "scratch_table"("clusterId", "nodeName", "database", "name");

-- AddForeignKey
ALTER TABLE "benchmark" ADD CONSTRAINT "benchmark_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_step" ADD CONSTRAINT "benchmark_step_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scratch_table" ADD CONSTRAINT "scratch_table_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scratch_table" ADD CONSTRAINT "scratch_table_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "benchmark"("id") ON DELETE SET NULL ON UPDATE CASCADE;
