-- What was started already. One that has gone back to shared objects is completed.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "claimKey", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'zero-copy-exit', "clusterId",
  CASE WHEN "goesBack" AND "proof" IS NOT NULL AND "status" = 'cancelled' THEN 'completed' ELSE "status"::text END::"RunStatus",
  "starts", "recoveries",
  'zero-copy-exit ' || "clusterId" || ' ' || replace(json_build_array("database", "table")::text, '", "', '","'),
  CASE WHEN coalesce("startedBy", "requestedBy") = "requestedBy" THEN "requestedById" END,
  coalesce("startedBy", "requestedBy"), "waitReason", "error", coalesce("startedAt", "createdAt"), "startedAt", "finishedAt"
FROM "zero_copy_exit" WHERE "starts" > 0;

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "zero_copy_exit"."id", "starts", stop."order", 'running'::"RunStatus", "run"."status", 'user'::"ActorType", stop."by",
  coalesce("zero_copy_exit"."finishedAt", now())
FROM "zero_copy_exit" JOIN "run" ON "run"."id" = "zero_copy_exit"."id"
CROSS JOIN LATERAL (VALUES ('pause', "pausedBy"), ('cancel', "cancelledBy")) AS stop ("order", "by")
WHERE stop."by" IS NOT NULL AND "run"."status" = ANY (CASE stop."order"
  WHEN 'pause' THEN '{pausing,paused}'::"RunStatus"[] ELSE '{cancelling,cancelled}'::"RunStatus"[] END);

-- AlterTable
ALTER TABLE "zero_copy_exit" ADD COLUMN "runId" TEXT,
ADD COLUMN "discardedBy" TEXT,
ADD COLUMN "discardedAt" TIMESTAMPTZ(3);
UPDATE "zero_copy_exit" SET "runId" = "id" WHERE "starts" > 0;
UPDATE "zero_copy_exit" SET "discardedBy" = "cancelledBy", "discardedAt" = coalesce("finishedAt", "createdAt")
WHERE "status" = 'cancelled' AND "starts" = 0;

-- DropIndex
DROP INDEX "zero_copy_exit_status_idx";

-- AlterTable
ALTER TABLE "zero_copy_exit" DROP COLUMN "status",
DROP COLUMN "starts",
DROP COLUMN "recoveries",
DROP COLUMN "startedBy",
DROP COLUMN "pausedBy",
DROP COLUMN "cancelledBy",
DROP COLUMN "waitReason",
DROP COLUMN "error",
DROP COLUMN "startedAt",
DROP COLUMN "finishedAt";

-- DropEnum
DROP TYPE "ZeroCopyExitStatus";

-- CreateIndex
CREATE UNIQUE INDEX "zero_copy_exit_runId_key" ON "zero_copy_exit"("runId");

-- AddForeignKey
ALTER TABLE "zero_copy_exit" ADD CONSTRAINT "zero_copy_exit_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
