-- What was started already.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "claimKey", "requestedById",
  "requestedBy", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'storage-rollout', "clusterId", "status"::text::"RunStatus", "generation", "recoveries",
  'storage-rollout ' || "clusterId" || ' []', CASE WHEN "startedBy" = "requestedBy" THEN "requestedById" END,
  coalesce("startedBy", "requestedBy"), "error", coalesce("startedAt", "createdAt"), "startedAt", "finishedAt"
FROM "storage_rollout" WHERE "status" NOT IN ('preparing', 'refused', 'planned');

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "generation", 'cancel', 'running'::"RunStatus", 'cancelled'::"RunStatus", 'user'::"ActorType", "cancelledBy",
  coalesce("finishedAt", now())
FROM "storage_rollout" WHERE "cancelledBy" IS NOT NULL AND "status" NOT IN ('preparing', 'refused', 'planned');

-- AlterTable
ALTER TABLE "storage_rollout" ADD COLUMN "runId" TEXT;
UPDATE "storage_rollout" SET "runId" = "id", "error" = NULL WHERE "status" NOT IN ('preparing', 'refused', 'planned');

-- DropForeignKey
ALTER TABLE "storage_rollout" DROP CONSTRAINT "storage_rollout_clusterId_fkey";

-- DropIndex
DROP INDEX "storage_rollout_activeKey_key";

-- AlterEnum
CREATE TYPE "StorageRolloutStatus_new" AS ENUM ('preparing', 'refused', 'planned');
ALTER TABLE "storage_rollout" ALTER COLUMN "status" DROP DEFAULT;
ALTER TABLE "storage_rollout" ALTER COLUMN "status" TYPE "StorageRolloutStatus_new"
  USING (CASE WHEN "runId" IS NULL THEN "status"::text ELSE 'planned' END::"StorageRolloutStatus_new");
ALTER TYPE "StorageRolloutStatus" RENAME TO "StorageRolloutStatus_old";
ALTER TYPE "StorageRolloutStatus_new" RENAME TO "StorageRolloutStatus";
DROP TYPE "StorageRolloutStatus_old";
ALTER TABLE "storage_rollout" ALTER COLUMN "status" SET DEFAULT 'preparing';

-- AlterTable
ALTER TABLE "storage_rollout" DROP COLUMN "clusterId",
DROP COLUMN "generation",
DROP COLUMN "recoveries",
DROP COLUMN "activeKey",
DROP COLUMN "startedBy",
DROP COLUMN "startedAt",
DROP COLUMN "cancelledBy",
DROP COLUMN "finishedAt";

-- CreateIndex
CREATE UNIQUE INDEX "storage_rollout_runId_key" ON "storage_rollout"("runId");

-- AddForeignKey
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
