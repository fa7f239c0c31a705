-- A failed removal of orphans still holds objects.
DROP INDEX "run_claim_key";
CREATE UNIQUE INDEX "run_claim_key" ON "run"("claimKey") WHERE "status" NOT IN ('completed', 'cancelled')
  AND NOT ("kind" = 'tier-migration' AND "status" = 'paused')
  AND NOT ("kind" <> 'orphan-removal' AND "status" = 'failed');

-- What was there already. Two that have not ended were never begun in one bucket.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "claimKey", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'orphan-removal', "clusterId", "status"::text::"RunStatus", "starts", "recoveries",
  'orphan-removal * ' || json_build_array("bucket")::text, "requestedById", "requestedBy", "waitReason", "error",
  "createdAt", "startedAt", "finishedAt"
FROM "orphan_removal";

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "starts", 'pause', 'running'::"RunStatus", "status"::text::"RunStatus", 'user'::"ActorType", "pausedBy", now()
FROM "orphan_removal" WHERE "pausedBy" IS NOT NULL AND "status" IN ('pausing', 'paused');

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "starts", 'approve', 'waiting'::"RunStatus", 'queued'::"RunStatus", 'user'::"ActorType", "approvedBy", "approvedAt"
FROM "orphan_removal" WHERE "approvedBy" IS NOT NULL AND "approvedAt" IS NOT NULL;

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "starts", CASE "status" WHEN 'cancelling' THEN 'cancel' ELSE 'restore' END, 'running'::"RunStatus",
  "status"::text::"RunStatus", 'user'::"ActorType", "cancelledBy", coalesce("finishedAt", now())
FROM "orphan_removal" WHERE "cancelledBy" IS NOT NULL;

-- DropForeignKey
ALTER TABLE "orphan_removal" DROP CONSTRAINT "orphan_removal_clusterId_fkey";

-- DropIndex
DROP INDEX "orphan_removal_clusterId_createdAt_idx";
DROP INDEX "orphan_removal_status_idx";

-- AlterTable
ALTER TABLE "orphan_removal" DROP COLUMN "clusterId",
DROP COLUMN "status",
DROP COLUMN "starts",
DROP COLUMN "recoveries",
DROP COLUMN "requestedById",
DROP COLUMN "requestedBy",
DROP COLUMN "pausedBy",
DROP COLUMN "waitReason",
DROP COLUMN "error",
DROP COLUMN "createdAt",
DROP COLUMN "startedAt",
DROP COLUMN "finishedAt";

-- DropEnum
DROP TYPE "OrphanRemovalStatus";

-- AddForeignKey
ALTER TABLE "orphan_removal" ADD CONSTRAINT "orphan_removal_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
