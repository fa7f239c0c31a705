-- AlterTable
ALTER TABLE "replica_repair" ADD COLUMN "verified" BOOLEAN;

-- What was there already.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "claimKey", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'replica-repair', "clusterId", "status"::text::"RunStatus", "starts", "recoveries",
  'replica-repair ' || "clusterId" || ' ' || replace(json_build_array("database", "table")::text, '", "', '","'),
  "requestedById", "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt" FROM "replica_repair";

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "starts", 'cancel', 'running'::"RunStatus", 'cancelled'::"RunStatus", 'user'::"ActorType", "cancelledBy",
  coalesce("finishedAt", now())
FROM "replica_repair" WHERE "cancelledBy" IS NOT NULL;

UPDATE "replica_repair" SET "verified" = "proof" IS NOT NULL AND "error" IS NULL
WHERE "proof" IS NOT NULL OR "error" IS NOT NULL;

-- DropForeignKey
ALTER TABLE "replica_repair" DROP CONSTRAINT "replica_repair_clusterId_fkey";

-- DropIndex
DROP INDEX "replica_repair_clusterId_database_table_createdAt_idx";
DROP INDEX "replica_repair_status_idx";

-- AlterTable
ALTER TABLE "replica_repair" DROP COLUMN "clusterId",
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
DROP TYPE "ReplicaRepairStatus";

-- CreateIndex
CREATE INDEX "replica_repair_database_table_idx" ON "replica_repair"("database", "table");

-- AddForeignKey
ALTER TABLE "replica_repair" ADD CONSTRAINT "replica_repair_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
