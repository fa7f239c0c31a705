-- A paused tier migration leaves its table to others.
DROP INDEX "run_claim_key";
CREATE UNIQUE INDEX "run_claim_key" ON "run"("claimKey") WHERE "status" NOT IN ('completed', 'failed', 'cancelled')
  AND NOT ("kind" = 'tier-migration' AND "status" = 'paused');

-- What was started already. Of two of the same table that are open the later one goes on without a claim.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "claimKey", "requestedById",
  "requestedBy", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'tier-migration', "clusterId", "status"::text::"RunStatus", "generation", "recoveries",
  CASE WHEN row_number() OVER (
    PARTITION BY "clusterId", "database", "table", "status" IN ('queued', 'running', 'pausing', 'cancelling')
    ORDER BY "createdAt", "id"
  ) = 1 OR "status" NOT IN ('queued', 'running', 'pausing', 'cancelling')
  THEN 'tier-migration ' || "clusterId" || ' ' || replace(json_build_array("database", "table")::text, '", "', '","') END,
  "requestedById", "requestedBy", "error", coalesce("startedAt", "createdAt"), "startedAt", "finishedAt"
FROM "tier_migration" WHERE "status" <> 'planned' AND ("status" <> 'cancelled' OR "generation" > 0);

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "tier_migration"."id", "tier_migration"."generation", stop."order", 'running'::"RunStatus", "run"."status",
  'user'::"ActorType", stop."by", coalesce("tier_migration"."finishedAt", now())
FROM "tier_migration" JOIN "run" ON "run"."id" = "tier_migration"."id"
CROSS JOIN LATERAL (VALUES ('pause', "pausedBy"), ('cancel', "cancelledBy")) AS stop ("order", "by")
WHERE stop."by" IS NOT NULL AND "run"."status" = ANY (CASE stop."order"
  WHEN 'pause' THEN '{pausing,paused}'::"RunStatus"[] ELSE '{cancelling,cancelled}'::"RunStatus"[] END);

-- AlterTable
ALTER TABLE "tier_migration" ADD COLUMN "runId" TEXT,
ADD COLUMN "drivenVersion" INTEGER,
ADD COLUMN "discardedBy" TEXT,
ADD COLUMN "discardedAt" TIMESTAMPTZ(3);
UPDATE "tier_migration" SET "runId" = "id" WHERE "status" <> 'planned' AND ("status" <> 'cancelled' OR "generation" > 0);
UPDATE "tier_migration" SET "discardedBy" = "cancelledBy", "discardedAt" = coalesce("finishedAt", "createdAt")
WHERE "status" = 'cancelled' AND "runId" IS NULL;

-- DropIndex
DROP INDEX "tier_migration_status_idx";

-- AlterTable
ALTER TABLE "tier_migration" DROP COLUMN "status",
DROP COLUMN "generation",
DROP COLUMN "recoveries",
DROP COLUMN "cancelledBy",
DROP COLUMN "pausedBy",
DROP COLUMN "startedAt",
DROP COLUMN "finishedAt",
DROP COLUMN "error";

-- DropEnum
DROP TYPE "TierMigrationStatus";

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_runId_key" ON "tier_migration"("runId");

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
