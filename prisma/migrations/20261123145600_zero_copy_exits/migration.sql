-- CreateEnum
CREATE TYPE "ZeroCopyExitStatus" AS ENUM ('planned', 'queued', 'running', 'pausing', 'paused', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "zero_copy_exit" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "hotVolume" TEXT NOT NULL,
    "targetVolume" TEXT,
    "limits" JSONB NOT NULL,
    "deepCheck" BOOLEAN NOT NULL DEFAULT false,
    "origins" JSONB NOT NULL,
    "tableUuids" JSONB NOT NULL,
    "checks" JSONB NOT NULL,
    "status" "ZeroCopyExitStatus" NOT NULL DEFAULT 'planned',
    "stage" TEXT NOT NULL,
    "goesBack" BOOLEAN NOT NULL DEFAULT false,
    "starts" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "migrations" JSONB NOT NULL,
    "switches" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB,
    "proof" TEXT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "startedBy" TEXT,
    "pausedBy" TEXT,
    "cancelledBy" TEXT,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "zero_copy_exit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "zero_copy_exit_clusterId_database_table_createdAt_idx" ON "zero_copy_exit"("clusterId", "database", "table", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "zero_copy_exit_status_idx" ON "zero_copy_exit"("status");

-- AddForeignKey
ALTER TABLE "zero_copy_exit" ADD CONSTRAINT "zero_copy_exit_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
