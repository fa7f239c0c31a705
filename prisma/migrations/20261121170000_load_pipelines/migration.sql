-- CreateEnum
CREATE TYPE "LoadTrigger" AS ENUM ('manual', 'schedule', 'continuous');

-- CreateEnum
CREATE TYPE "NewVersionRule" AS ENUM ('ignore', 'load');

-- CreateEnum
CREATE TYPE "PipelineObjectState" AS ENUM ('taken', 'present', 'new_version', 'unreadable');

-- AlterTable
ALTER TABLE "load_job" ADD COLUMN     "pipelineId" TEXT;

-- CreateTable
CREATE TABLE "load_pipeline" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "statements" JSONB NOT NULL,
    "trigger" "LoadTrigger" NOT NULL,
    "cron" TEXT,
    "timeZone" TEXT,
    "pollSeconds" INTEGER,
    "newVersions" "NewVersionRule" NOT NULL DEFAULT 'ignore',
    "mostObjects" INTEGER NOT NULL,
    "mostBytes" BIGINT,
    "ownerType" "ActorType" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "enabledAt" TIMESTAMPTZ(3) NOT NULL,
    "pausedBy" TEXT,
    "stoppedReason" TEXT,
    "nextDueAt" TIMESTAMPTZ(3),
    "askedAt" TIMESTAMPTZ(3),
    "askedBy" TEXT,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "lookedBy" TEXT,
    "lookingUntil" TIMESTAMPTZ(3),
    "nextLookAt" TIMESTAMPTZ(3) NOT NULL,
    "lastListedAt" TIMESTAMPTZ(3),
    "listedObjects" INTEGER NOT NULL DEFAULT 0,
    "lookError" TEXT,
    "lookErrorSince" TIMESTAMPTZ(3),
    "waitingObjects" INTEGER NOT NULL DEFAULT 0,
    "waitingBytes" BIGINT NOT NULL DEFAULT 0,
    "oldestWaiting" TIMESTAMPTZ(3),
    "waitingFirst" JSONB NOT NULL DEFAULT '[]',
    "lastRunAt" TIMESTAMPTZ(3),
    "lastRunNote" TEXT,

    CONSTRAINT "load_pipeline_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "load_pipeline_object" (
    "pipelineId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL,
    "state" "PipelineObjectState" NOT NULL,
    "jobId" TEXT,
    "knownAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "load_pipeline_object_pkey" PRIMARY KEY ("pipelineId","key","etag")
);

-- CreateIndex
CREATE INDEX "load_pipeline_nextLookAt_idx" ON "load_pipeline"("nextLookAt");

-- CreateIndex
CREATE INDEX "load_pipeline_sourceId_idx" ON "load_pipeline"("sourceId");

-- CreateIndex
CREATE UNIQUE INDEX "load_pipeline_clusterId_name_key" ON "load_pipeline"("clusterId", "name");

-- CreateIndex
CREATE INDEX "load_pipeline_object_pipelineId_state_knownAt_idx" ON "load_pipeline_object"("pipelineId", "state", "knownAt" DESC);

-- CreateIndex
CREATE INDEX "load_pipeline_object_jobId_idx" ON "load_pipeline_object"("jobId");

-- CreateIndex
CREATE INDEX "load_job_pipelineId_createdAt_idx" ON "load_job"("pipelineId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "load_job_pipelineId_status_idx" ON "load_job"("pipelineId", "status");

-- AddForeignKey
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_pipelineId_fkey" FOREIGN KEY ("pipelineId") REFERENCES "load_pipeline"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline" ADD CONSTRAINT "load_pipeline_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline" ADD CONSTRAINT "load_pipeline_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline_object" ADD CONSTRAINT "load_pipeline_object_pipelineId_fkey" FOREIGN KEY ("pipelineId") REFERENCES "load_pipeline"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "load_pipeline_object" ADD CONSTRAINT "load_pipeline_object_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "load_job"("id") ON DELETE SET NULL ON UPDATE CASCADE;
