-- CreateEnum
CREATE TYPE "CacheScheduleRunStatus" AS ENUM ('due', 'running', 'completed', 'failed', 'skipped');

-- CreateTable
CREATE TABLE "cache_schedule" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "task" JSONB NOT NULL,
    "cron" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "missedRuns" "MissedRunRule" NOT NULL DEFAULT 'catch_up',
    "ownerType" "ActorType" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "stoppedReason" TEXT,
    "nextDueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cache_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cache_schedule_run" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "status" "CacheScheduleRunStatus" NOT NULL,
    "caughtUp" BOOLEAN NOT NULL DEFAULT false,
    "requestedBy" TEXT,
    "reason" TEXT,
    "warmupId" TEXT,
    "takenUntil" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "cache_schedule_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cache_schedule_nextDueAt_idx" ON "cache_schedule"("nextDueAt");

-- CreateIndex
CREATE UNIQUE INDEX "cache_schedule_clusterId_name_key" ON "cache_schedule"("clusterId", "name");

-- CreateIndex
CREATE INDEX "cache_schedule_run_status_idx" ON "cache_schedule_run"("status");

-- CreateIndex
CREATE INDEX "cache_schedule_run_warmupId_idx" ON "cache_schedule_run"("warmupId");

-- CreateIndex
CREATE UNIQUE INDEX "cache_schedule_run_scheduleId_dueAt_key" ON "cache_schedule_run"("scheduleId", "dueAt");

-- AddForeignKey
ALTER TABLE "cache_schedule" ADD CONSTRAINT "cache_schedule_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_schedule_run" ADD CONSTRAINT "cache_schedule_run_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "cache_schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_schedule_run" ADD CONSTRAINT "cache_schedule_run_warmupId_fkey" FOREIGN KEY ("warmupId") REFERENCES "cache_warmup"("id") ON DELETE SET NULL ON UPDATE CASCADE;
