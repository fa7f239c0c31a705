-- CreateEnum
CREATE TYPE "BucketAuditStatus" AS ENUM ('queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "BucketAuditPhase" AS ENUM ('listing', 'reading', 'comparing', 'confirming', 'ended');

-- CreateEnum
CREATE TYPE "BucketAuditNodeStatus" AS ENUM ('waiting', 'reading', 'read', 'failed');

-- CreateEnum
CREATE TYPE "BucketPlaceState" AS ENUM ('part', 'moving', 'temporary', 'detached', 'frozen', 'other');

-- CreateEnum
CREATE TYPE "BucketFindingKind" AS ENUM ('orphan', 'missing', 'size_differs', 'upload');

-- CreateTable
CREATE TABLE "bucket_audit" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "sourceName" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "prefixes" TEXT[],
    "graceMinutes" INTEGER NOT NULL,
    "timeLimitMinutes" INTEGER NOT NULL,
    "status" "BucketAuditStatus" NOT NULL DEFAULT 'queued',
    "phase" "BucketAuditPhase" NOT NULL DEFAULT 'listing',
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
    "listedPrefixes" INTEGER NOT NULL DEFAULT 0,
    "listedKey" TEXT,
    "listedAt" TIMESTAMPTZ(3),
    "clockOffsetMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "objects" BIGINT NOT NULL DEFAULT 0,
    "objectBytes" BIGINT NOT NULL DEFAULT 0,
    "cutoffAt" TIMESTAMPTZ(3),
    "youngObjects" BIGINT,
    "youngBytes" BIGINT,
    "obstacle" TEXT,

    CONSTRAINT "bucket_audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bucket_audit_node" (
    "auditId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "clusterId" TEXT NOT NULL,
    "clusterName" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "disks" TEXT[],
    "pass" INTEGER NOT NULL DEFAULT 1,
    "status" "BucketAuditNodeStatus" NOT NULL DEFAULT 'waiting',
    "files" BIGINT NOT NULL DEFAULT 0,
    "token" TEXT,
    "readAt" TIMESTAMPTZ(3),
    "oldestWorkAt" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "bucket_audit_node_pkey" PRIMARY KEY ("auditId","ordinal")
);

-- CreateTable
CREATE TABLE "bucket_audit_object" (
    "auditId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT NOT NULL,

    CONSTRAINT "bucket_audit_object_pkey" PRIMARY KEY ("auditId","key")
);

-- CreateTable
CREATE TABLE "bucket_audit_place" (
    "auditId" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "node" INTEGER NOT NULL,
    "disk" TEXT NOT NULL,
    "state" "BucketPlaceState" NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "tableUuid" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "active" BOOLEAN,
    "partBytes" BIGINT,
    "uncountedBytes" BIGINT NOT NULL DEFAULT 0,
    "files" INTEGER NOT NULL DEFAULT 0,
    "fileBytes" BIGINT NOT NULL DEFAULT 0,
    "objects" INTEGER NOT NULL DEFAULT 0,
    "objectBytes" BIGINT NOT NULL DEFAULT 0,
    "sharedFiles" INTEGER NOT NULL DEFAULT 0,
    "missingFiles" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "bucket_audit_place_pkey" PRIMARY KEY ("auditId","id")
);

-- CreateTable
CREATE TABLE "bucket_audit_reference" (
    "auditId" TEXT NOT NULL,
    "node" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "place" UUID NOT NULL,
    "file" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,

    CONSTRAINT "bucket_audit_reference_pkey" PRIMARY KEY ("auditId","place","file","key")
);

-- CreateTable
CREATE TABLE "bucket_finding" (
    "auditId" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" "BucketFindingKind" NOT NULL,
    "key" TEXT NOT NULL,
    "uploadId" TEXT NOT NULL DEFAULT '',
    "sizeBytes" BIGINT,
    "neededBytes" BIGINT,
    "modifiedAt" TIMESTAMPTZ(3),
    "etag" TEXT,
    "engineMade" BOOLEAN NOT NULL DEFAULT false,
    "node" INTEGER,
    "database" TEXT,
    "table" TEXT,
    "part" TEXT,
    "file" TEXT,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "bucket_finding_pkey" PRIMARY KEY ("auditId","id")
);

-- CreateIndex
CREATE INDEX "bucket_audit_clusterId_createdAt_idx" ON "bucket_audit"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "bucket_audit_status_idx" ON "bucket_audit"("status");

-- CreateIndex
CREATE INDEX "bucket_audit_place_auditId_database_table_part_idx" ON "bucket_audit_place"("auditId", "database", "table", "part");

-- CreateIndex
CREATE INDEX "bucket_audit_reference_auditId_key_idx" ON "bucket_audit_reference"("auditId", "key");

-- CreateIndex
CREATE INDEX "bucket_audit_reference_auditId_node_idx" ON "bucket_audit_reference"("auditId", "node");

-- CreateIndex
CREATE INDEX "bucket_finding_auditId_kind_key_idx" ON "bucket_finding"("auditId", "kind", "key");

-- AddForeignKey
ALTER TABLE "bucket_audit" ADD CONSTRAINT "bucket_audit_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_node" ADD CONSTRAINT "bucket_audit_node_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_object" ADD CONSTRAINT "bucket_audit_object_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_place" ADD CONSTRAINT "bucket_audit_place_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_audit_reference" ADD CONSTRAINT "bucket_audit_reference_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_finding" ADD CONSTRAINT "bucket_finding_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "bucket_audit"("id") ON DELETE CASCADE ON UPDATE CASCADE;


