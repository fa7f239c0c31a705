-- CreateEnum
CREATE TYPE "OrphanRemovalStatus" AS ENUM ('queued', 'running', 'pausing', 'paused', 'cancelling', 'waiting', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "OrphanRemovalStage" AS ENUM ('quarantining', 'deleting', 'restoring');

-- CreateEnum
CREATE TYPE "QuarantineWay" AS ENUM ('tag', 'copy');

-- CreateEnum
CREATE TYPE "OrphanKind" AS ENUM ('engine', 'other', 'upload');

-- CreateEnum
CREATE TYPE "OrphanState" AS ENUM ('found', 'quarantining', 'quarantined', 'deleting', 'restoring', 'deleted', 'restored', 'kept', 'gone');

-- CreateTable
CREATE TABLE "orphan_removal" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "auditId" TEXT,
    "sourceId" TEXT NOT NULL,
    "sourceName" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "choice" JSONB NOT NULL,
    "way" "QuarantineWay" NOT NULL,
    "quarantinePrefix" TEXT NOT NULL,
    "replicas" JSONB NOT NULL,
    "clockOffsetMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "status" "OrphanRemovalStatus" NOT NULL DEFAULT 'queued',
    "stage" "OrphanRemovalStage" NOT NULL DEFAULT 'quarantining',
    "starts" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "approvedBy" TEXT,
    "approvedAt" TIMESTAMPTZ(3),
    "pausedBy" TEXT,
    "cancelledBy" TEXT,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "quarantinedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "waitHours" INTEGER,
    "deleteAt" TIMESTAMPTZ(3),

    CONSTRAINT "orphan_removal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orphan_removal_object" (
    "removalId" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" "OrphanKind" NOT NULL,
    "key" TEXT NOT NULL,
    "uploadId" TEXT NOT NULL DEFAULT '',
    "sizeBytes" BIGINT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT NOT NULL DEFAULT '',
    "state" "OrphanState" NOT NULL DEFAULT 'found',
    "copyEtag" TEXT,
    "reason" TEXT,
    "changedAt" TIMESTAMPTZ(3),

    CONSTRAINT "orphan_removal_object_pkey" PRIMARY KEY ("removalId","id")
);

-- CreateIndex
CREATE INDEX "orphan_removal_clusterId_createdAt_idx" ON "orphan_removal"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "orphan_removal_status_idx" ON "orphan_removal"("status");

-- CreateIndex
CREATE INDEX "orphan_removal_auditId_idx" ON "orphan_removal"("auditId");

-- CreateIndex
CREATE INDEX "orphan_removal_object_removalId_state_id_idx" ON "orphan_removal_object"("removalId", "state", "id");

-- AddForeignKey
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orphan_removal_object" ADD CONSTRAINT "orphan_removal_object_removalId_fkey" FOREIGN KEY ("removalId") REFERENCES "orphan_removal"("id") ON DELETE CASCADE ON UPDATE CASCADE;
