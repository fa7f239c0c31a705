-- CreateEnum
CREATE TYPE "RunStatus" AS ENUM ('queued', 'running', 'pausing', 'paused', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "run" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "status" "RunStatus" NOT NULL DEFAULT 'queued',
    "generation" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "claimKey" TEXT,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "waitReason" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_transition" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "order" TEXT NOT NULL,
    "from" "RunStatus" NOT NULL,
    "to" "RunStatus" NOT NULL,
    "byType" "ActorType" NOT NULL,
    "byId" TEXT,
    "byName" TEXT NOT NULL,
    "why" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_transition_pkey" PRIMARY KEY ("id")
);

-- What was there already.
INSERT INTO "run" ("id", "kind", "clusterId", "status", "generation", "recoveries", "requestedById", "requestedBy",
  "waitReason", "error", "createdAt", "startedAt", "finishedAt")
SELECT "id", 'data-generation', "clusterId", "status"::text::"RunStatus", "starts", "recoveries", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt" FROM "data_generation"
UNION ALL
SELECT "id", 'cache-warmup', "clusterId", "status"::text::"RunStatus", "starts", "recoveries", "requestedById",
  "requestedBy", "waitReason", "error", "createdAt", "startedAt", "finishedAt" FROM "cache_warmup";

UPDATE "run" SET "claimKey" = 'cache-warmup ' || w."clusterId" || ' ' || replace(json_build_array(w."database", w."table")::text, '", "', '","')
FROM "cache_warmup" w WHERE w."id" = "run"."id";

INSERT INTO "run_transition" ("runId", "generation", "order", "from", "to", "byType", "byName", "at")
SELECT "id", "starts", 'cancel', 'running'::"RunStatus", 'cancelled'::"RunStatus", 'user'::"ActorType", "cancelledBy", coalesce("finishedAt", now())
FROM "data_generation" WHERE "cancelledBy" IS NOT NULL
UNION ALL
SELECT "id", "starts", 'cancel', 'running'::"RunStatus", 'cancelled'::"RunStatus", 'user'::"ActorType", "cancelledBy", coalesce("finishedAt", now())
FROM "cache_warmup" WHERE "cancelledBy" IS NOT NULL
UNION ALL
SELECT "id", "starts", 'pause', 'running'::"RunStatus", 'paused'::"RunStatus", 'user'::"ActorType", "pausedBy", now()
FROM "cache_warmup" WHERE "pausedBy" IS NOT NULL;

-- DropForeignKey
ALTER TABLE "data_generation" DROP CONSTRAINT "data_generation_clusterId_fkey";
ALTER TABLE "cache_warmup" DROP CONSTRAINT "cache_warmup_clusterId_fkey";

-- DropIndex
DROP INDEX "data_generation_clusterId_createdAt_idx";
DROP INDEX "data_generation_status_idx";
DROP INDEX "cache_warmup_clusterId_createdAt_idx";
DROP INDEX "cache_warmup_status_idx";

-- AlterTable
ALTER TABLE "data_generation" DROP COLUMN "clusterId",
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

-- AlterTable
ALTER TABLE "cache_warmup" DROP COLUMN "clusterId",
DROP COLUMN "status",
DROP COLUMN "starts",
DROP COLUMN "recoveries",
DROP COLUMN "requestedById",
DROP COLUMN "requestedBy",
DROP COLUMN "pausedBy",
DROP COLUMN "cancelledBy",
DROP COLUMN "waitReason",
DROP COLUMN "error",
DROP COLUMN "createdAt",
DROP COLUMN "startedAt",
DROP COLUMN "finishedAt";

-- DropEnum
DROP TYPE "DataGenerationStatus";
DROP TYPE "CacheWarmupStatus";

-- CreateIndex
CREATE INDEX "run_clusterId_kind_createdAt_idx" ON "run"("clusterId", "kind", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "run_kind_status_idx" ON "run"("kind", "status");

-- The one way in which there is one at a time.
CREATE UNIQUE INDEX "run_claim_key" ON "run"("claimKey") WHERE "status" NOT IN ('completed', 'failed', 'cancelled');

-- CreateIndex
CREATE INDEX "run_transition_runId_id_idx" ON "run_transition"("runId", "id");

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_transition" ADD CONSTRAINT "run_transition_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_generation" ADD CONSTRAINT "data_generation_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_warmup" ADD CONSTRAINT "cache_warmup_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
