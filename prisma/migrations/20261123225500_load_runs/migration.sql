-- What was there already.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "requestedById", "requestedBy",
  "waitReason", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'load-job', "clusterId", "status"::text::"RunStatus", "generation", "recoveries", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt" FROM "load_job";

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "generation", 'pause', 'running'::"RunStatus",
  CASE "status" WHEN 'paused' THEN 'paused'::"RunStatus" ELSE 'pausing'::"RunStatus" END,
  'user'::"ActorType", "pausedBy", coalesce("finishedAt", now())
FROM "load_job" WHERE "pausedBy" IS NOT NULL;

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "generation", 'cancel', 'running'::"RunStatus",
  CASE "status" WHEN 'cancelled' THEN 'cancelled'::"RunStatus" ELSE 'cancelling'::"RunStatus" END,
  'user'::"ActorType", "cancelledBy", coalesce("finishedAt", now())
FROM "load_job" WHERE "cancelledBy" IS NOT NULL;

-- DropForeignKey
ALTER TABLE "load_job" DROP CONSTRAINT "load_job_clusterId_fkey";

-- DropIndex
DROP INDEX "load_job_clusterId_createdAt_idx";
DROP INDEX "load_job_status_idx";
DROP INDEX "load_job_pipelineId_createdAt_idx";
DROP INDEX "load_job_pipelineId_status_idx";

-- AlterTable
ALTER TABLE "load_job" DROP COLUMN "clusterId",
DROP COLUMN "status",
DROP COLUMN "generation",
DROP COLUMN "recoveries",
DROP COLUMN "requestedById",
DROP COLUMN "requestedBy",
DROP COLUMN "cancelledBy",
DROP COLUMN "pausedBy",
DROP COLUMN "waitReason",
DROP COLUMN "error",
DROP COLUMN "createdAt",
DROP COLUMN "startedAt",
DROP COLUMN "finishedAt";

-- DropEnum
DROP TYPE "LoadJobStatus";

-- CreateIndex
CREATE INDEX "load_job_pipelineId_idx" ON "load_job"("pipelineId");

-- AddForeignKey
ALTER TABLE "load_job" ADD CONSTRAINT "load_job_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
