-- CreateEnum
CREATE TYPE "StorageRolloutStatus" AS ENUM ('preparing', 'refused', 'planned', 'queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "StorageRolloutDirection" AS ENUM ('apply', 'revert');

-- CreateEnum
CREATE TYPE "StorageRolloutStepStatus" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled', 'skipped');

-- CreateTable
CREATE TABLE "storage_rollout" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "proposalId" TEXT NOT NULL,
    "status" "StorageRolloutStatus" NOT NULL DEFAULT 'preparing',
    "direction" "StorageRolloutDirection" NOT NULL DEFAULT 'apply',
    "generation" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "activeKey" TEXT,
    "planDigest" TEXT,
    "error" TEXT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "preparedAt" TIMESTAMPTZ(3),
    "startedBy" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "cancelledBy" TEXT,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "storage_rollout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_rollout_step" (
    "id" TEXT NOT NULL,
    "rolloutId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "load" JSONB NOT NULL,
    "revertLoad" JSONB NOT NULL,
    "restartBy" TEXT NOT NULL,
    "diff" JSONB NOT NULL,
    "beforeDigest" TEXT,
    "beforeBytes" INTEGER,
    "sealedBefore" BYTEA,
    "afterDigest" TEXT NOT NULL,
    "afterBytes" INTEGER NOT NULL,
    "sealedAfter" BYTEA NOT NULL,
    "runsBefore" JSONB NOT NULL,
    "status" "StorageRolloutStepStatus" NOT NULL DEFAULT 'planned',
    "workerId" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "touchedAt" TIMESTAMPTZ(3),
    "writtenAt" TIMESTAMPTZ(3),
    "loadedAt" TIMESTAMPTZ(3),
    "waitReason" TEXT,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "storage_rollout_step_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "storage_rollout_activeKey_key" ON "storage_rollout"("activeKey");

-- CreateIndex
CREATE INDEX "storage_rollout_proposalId_createdAt_idx" ON "storage_rollout"("proposalId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "storage_rollout_status_idx" ON "storage_rollout"("status");

-- CreateIndex
CREATE UNIQUE INDEX "storage_rollout_step_rolloutId_ordinal_key" ON "storage_rollout_step"("rolloutId", "ordinal");

-- AddForeignKey
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_proposalId_fkey" FOREIGN KEY ("proposalId") REFERENCES "storage_proposal"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_rolloutId_fkey" FOREIGN KEY ("rolloutId") REFERENCES "storage_rollout"("id") ON DELETE CASCADE ON UPDATE CASCADE;
