-- CreateEnum
CREATE TYPE "archive_schedule_run_status" AS ENUM ('due', 'running', 'completed', 'failed', 'nothing', 'skipped');

-- CreateTable
CREATE TABLE "archive_schedule" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "olderThanDays" INTEGER NOT NULL,
    "sourceId" TEXT,
    "bucket" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "graceHours" INTEGER NOT NULL,
    "budgetBytes" BIGINT,
    "cron" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "windowSpans" JSONB NOT NULL DEFAULT '[]',
    "missedRuns" "missed_run_rule" NOT NULL DEFAULT 'catch_up',
    "ownerType" "actor_type" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "stoppedReason" TEXT,
    "nextDueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "archive_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "archive_schedule_run" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "status" "archive_schedule_run_status" NOT NULL,
    "caughtUp" BOOLEAN NOT NULL DEFAULT false,
    "requestedBy" TEXT,
    "reason" TEXT,
    "archiveId" TEXT,
    "plannedBytes" BIGINT NOT NULL DEFAULT 0,
    "leftOutBytes" BIGINT NOT NULL DEFAULT 0,
    "takenUntil" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "archive_schedule_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "archive_schedule_clusterId_name_key" ON "archive_schedule"("clusterId", "name");
CREATE INDEX "archive_schedule_nextDueAt_idx" ON "archive_schedule"("nextDueAt");
CREATE INDEX "archive_schedule_sourceId_idx" ON "archive_schedule"("sourceId");
CREATE UNIQUE INDEX "archive_schedule_run_scheduleId_dueAt_key" ON "archive_schedule_run"("scheduleId", "dueAt");
CREATE INDEX "archive_schedule_run_status_idx" ON "archive_schedule_run"("status");
CREATE INDEX "archive_schedule_run_archiveId_idx" ON "archive_schedule_run"("archiveId");

-- AddForeignKey
ALTER TABLE "archive_schedule" ADD CONSTRAINT "archive_schedule_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_schedule" ADD CONSTRAINT "archive_schedule_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "archive_schedule_run" ADD CONSTRAINT "archive_schedule_run_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "archive_schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "archive_schedule_run" ADD CONSTRAINT "archive_schedule_run_archiveId_fkey" FOREIGN KEY ("archiveId") REFERENCES "archive"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "archive_schedule" ADD CONSTRAINT "archive_schedule_counts_check" CHECK (LEAST("olderThanDays", "graceHours", "budgetBytes") >= 0);
ALTER TABLE "archive_schedule_run" ADD CONSTRAINT "archive_schedule_run_counts_check" CHECK (LEAST("plannedBytes", "leftOutBytes") >= 0);
