-- CreateEnum
CREATE TYPE "ReplicaRepairKind" AS ENUM ('sync', 'restart', 'restore', 'drop');

-- CreateEnum
CREATE TYPE "ReplicaRepairStatus" AS ENUM ('queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "replica_repair" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "kind" "ReplicaRepairKind" NOT NULL,
    "keeperPath" TEXT NOT NULL,
    "replicaName" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "limitSeconds" INTEGER NOT NULL,
    "statement" TEXT NOT NULL,
    "status" "ReplicaRepairStatus" NOT NULL DEFAULT 'queued',
    "starts" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "queryId" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "before" JSONB NOT NULL,
    "after" JSONB,
    "proof" TEXT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "cancelledBy" TEXT,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "replica_repair_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "replica_repair_clusterId_database_table_createdAt_idx" ON "replica_repair"("clusterId", "database", "table", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "replica_repair_status_idx" ON "replica_repair"("status");

-- AddForeignKey
ALTER TABLE "replica_repair" ADD CONSTRAINT "replica_repair_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
