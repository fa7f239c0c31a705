-- What was there already. Of two that are open for the same bucket the later one goes on without a claim.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "claimKey", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'bucket-audit', "clusterId", "status"::text::"RunStatus", "starts", "recoveries",
  CASE WHEN row_number() OVER (
    PARTITION BY "sourceId", "bucket", "status" IN ('completed', 'failed', 'cancelled') ORDER BY "createdAt", "id"
  ) = 1 OR "status" IN ('completed', 'failed', 'cancelled')
  THEN 'bucket-audit ' || "sourceId" || ' ' || json_build_array("bucket")::text END, "requestedById", "requestedBy",
  "waitReason", "error", "createdAt", "startedAt", "finishedAt" FROM "bucket_audit";

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "starts", 'cancel', 'running'::"RunStatus",
  CASE "status" WHEN 'cancelled' THEN 'cancelled'::"RunStatus" ELSE 'cancelling'::"RunStatus" END,
  'user'::"ActorType", "cancelledBy", coalesce("finishedAt", now())
FROM "bucket_audit" WHERE "cancelledBy" IS NOT NULL;

-- DropForeignKey
ALTER TABLE "bucket_audit" DROP CONSTRAINT "bucket_audit_clusterId_fkey";

-- DropIndex
DROP INDEX "bucket_audit_clusterId_createdAt_idx";
DROP INDEX "bucket_audit_status_idx";

-- AlterTable
ALTER TABLE "bucket_audit" DROP COLUMN "clusterId",
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
DROP TYPE "BucketAuditStatus";

-- AddForeignKey
ALTER TABLE "bucket_audit" ADD CONSTRAINT "bucket_audit_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
