-- CreateEnum
CREATE TYPE "MissedRunRule" AS ENUM ('catch_up', 'skip');

-- CreateEnum
CREATE TYPE "TierScheduleRunStatus" AS ENUM ('due', 'running', 'completed', 'failed', 'nothing', 'skipped');

-- AlterTable
ALTER TABLE "tier_migration" ADD COLUMN     "scheduleRunId" TEXT;

-- CreateTable
CREATE TABLE "tier_schedule" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tables" JSONB NOT NULL,
    "targetVolume" TEXT NOT NULL,
    "olderThanDays" INTEGER NOT NULL,
    "budgetBytes" BIGINT,
    "cron" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "windowSpans" JSONB NOT NULL DEFAULT '[]',
    "missedRuns" "MissedRunRule" NOT NULL DEFAULT 'catch_up',
    "ownerType" "ActorType" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "stoppedReason" TEXT,
    "nextDueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tier_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_schedule_run" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "status" "TierScheduleRunStatus" NOT NULL,
    "caughtUp" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT,
    "tables" JSONB NOT NULL DEFAULT '[]',
    "plannedParts" INTEGER NOT NULL DEFAULT 0,
    "plannedBytes" BIGINT NOT NULL DEFAULT 0,
    "leftOutBytes" BIGINT NOT NULL DEFAULT 0,
    "plannedBy" TEXT,
    "plannedUntil" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "tier_schedule_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tier_schedule_nextDueAt_idx" ON "tier_schedule"("nextDueAt");

-- CreateIndex
CREATE UNIQUE INDEX "tier_schedule_clusterId_name_key" ON "tier_schedule"("clusterId", "name");

-- CreateIndex
CREATE INDEX "tier_schedule_run_status_idx" ON "tier_schedule_run"("status");

-- CreateIndex
CREATE UNIQUE INDEX "tier_schedule_run_scheduleId_dueAt_key" ON "tier_schedule_run"("scheduleId", "dueAt");

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_scheduleRunId_database_table_key" ON "tier_migration"("scheduleRunId", "database", "table");

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_scheduleRunId_fkey" FOREIGN KEY ("scheduleRunId") REFERENCES "tier_schedule_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_schedule" ADD CONSTRAINT "tier_schedule_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_schedule_run" ADD CONSTRAINT "tier_schedule_run_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "tier_schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;
