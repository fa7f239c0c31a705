-- What was there already.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "requestedById", "requestedBy",
  "waitReason", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'benchmark', "clusterId", "status"::text::"RunStatus", "starts", "recoveries", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt" FROM "benchmark";

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "starts", 'cancel', 'running'::"RunStatus",
  CASE "status" WHEN 'cancelled' THEN 'cancelled'::"RunStatus" ELSE 'cancelling'::"RunStatus" END,
  'user'::"ActorType", "cancelledBy", coalesce("finishedAt", now())
FROM "benchmark" WHERE "cancelledBy" IS NOT NULL;

-- DropForeignKey
ALTER TABLE "benchmark" DROP CONSTRAINT "benchmark_clusterId_fkey";

-- DropIndex
DROP INDEX "benchmark_clusterId_kind_createdAt_idx";
DROP INDEX "benchmark_status_idx";

-- AlterTable
ALTER TABLE "benchmark" DROP COLUMN "clusterId",
DROP COLUMN "status",
DROP COLUMN "starts",
DROP COLUMN "recoveries",
DROP COLUMN "requestedById",
DROP COLUMN "requestedBy",
DROP COLUMN "cancelledBy",
DROP COLUMN "waitReason",
DROP COLUMN "error",
DROP COLUMN "createdAt",
DROP COLUMN "startedAt",
DROP COLUMN "finishedAt";

-- DropEnum
DROP TYPE "BenchmarkStatus";

-- AddForeignKey
ALTER TABLE "benchmark" ADD CONSTRAINT "benchmark_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
