-- One sampler and one retention for the caches, nodes, disks, tiers and tables.
ALTER TYPE "cache_grain" RENAME TO "sample_grain";
ALTER TABLE "cache_turn" RENAME TO "sample_turn";
ALTER TABLE "sample_turn" RENAME CONSTRAINT "cache_turn_pkey" TO "sample_turn_pkey";
ALTER TABLE "sample_turn" RENAME CONSTRAINT "cache_turn_clusterId_fkey" TO "sample_turn_clusterId_fkey";

-- A difference needs the same counters twice. Without the old readings the caches have a gap of one minute.
DROP TABLE "cache_reading";

-- CreateTable
CREATE TABLE "node_reading" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "fromCacheBytes" BIGINT NOT NULL,
    "fromStoreBytes" BIGINT NOT NULL,
    "hits" BIGINT NOT NULL,
    "misses" BIGINT NOT NULL,
    "downloadedBytes" BIGINT NOT NULL,
    "evictedBytes" BIGINT NOT NULL,
    "evictedSegments" BIGINT NOT NULL,
    "storeRequests" BIGINT NOT NULL,
    "readRequests" BIGINT NOT NULL,
    "listRequests" BIGINT NOT NULL,
    "writeRequests" BIGINT NOT NULL,
    "deleteRequests" BIGINT NOT NULL,
    "readErrors" BIGINT NOT NULL,
    "writeErrors" BIGINT NOT NULL,
    "throttledRequests" BIGINT NOT NULL,
    "readMicroseconds" BIGINT NOT NULL,
    "writeMicroseconds" BIGINT NOT NULL,

    CONSTRAINT "node_reading_pkey" PRIMARY KEY ("clusterId","nodeName")
);

-- CreateTable
CREATE TABLE "node_sample" (
    "clusterId" TEXT NOT NULL,
    "grain" "sample_grain" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "nodeName" TEXT NOT NULL,
    "coveredMs" BIGINT NOT NULL,
    "readRequests" BIGINT NOT NULL,
    "listRequests" BIGINT NOT NULL,
    "writeRequests" BIGINT NOT NULL,
    "deleteRequests" BIGINT NOT NULL,
    "readErrors" BIGINT NOT NULL,
    "writeErrors" BIGINT NOT NULL,
    "throttledRequests" BIGINT NOT NULL,
    "readMicroseconds" BIGINT NOT NULL,
    "writeMicroseconds" BIGINT NOT NULL,
    "parts" BIGINT NOT NULL,
    "runningMoves" BIGINT NOT NULL,
    "queueEntries" BIGINT NOT NULL,

    CONSTRAINT "node_sample_pkey" PRIMARY KEY ("clusterId","grain","at","nodeName")
);

-- CreateTable
CREATE TABLE "tier_sample" (
    "clusterId" TEXT NOT NULL,
    "grain" "sample_grain" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "hotBytes" BIGINT NOT NULL,
    "coldBytes" BIGINT NOT NULL,
    "hotParts" BIGINT NOT NULL,
    "coldParts" BIGINT NOT NULL,
    "hotRows" BIGINT NOT NULL,
    "coldRows" BIGINT NOT NULL,

    CONSTRAINT "tier_sample_pkey" PRIMARY KEY ("clusterId","grain","at")
);

-- CreateTable
CREATE TABLE "table_sample" (
    "clusterId" TEXT NOT NULL,
    "grain" "sample_grain" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "hotBytes" BIGINT NOT NULL,
    "coldBytes" BIGINT NOT NULL,
    "hotParts" BIGINT NOT NULL,
    "coldParts" BIGINT NOT NULL,
    "hotRows" BIGINT NOT NULL,
    "coldRows" BIGINT NOT NULL,

    CONSTRAINT "table_sample_pkey" PRIMARY KEY ("clusterId","database","table","grain","at")
);

-- CreateIndex
CREATE INDEX "table_sample_clusterId_grain_at_idx" ON "table_sample"("clusterId", "grain", "at");

-- Samples of disks become those per hour: the last of each.
ALTER TABLE "disk_sample" ADD COLUMN "grain" "sample_grain" NOT NULL DEFAULT 'hour';
ALTER TABLE "disk_sample" ALTER COLUMN "grain" DROP DEFAULT;
ALTER TABLE "disk_sample" ALTER COLUMN "totalBytes" DROP NOT NULL;
DELETE FROM "disk_sample" AS "earlier" USING "disk_sample" AS "later"
WHERE "later"."clusterId" = "earlier"."clusterId" AND "later"."nodeName" = "earlier"."nodeName"
  AND "later"."disk" = "earlier"."disk" AND "later"."at" > "earlier"."at"
  AND date_bin('1 hour', "later"."at", TIMESTAMPTZ '2020-01-01 00:00Z')
    = date_bin('1 hour', "earlier"."at", TIMESTAMPTZ '2020-01-01 00:00Z');
UPDATE "disk_sample" SET "at" = date_bin('1 hour', "at", TIMESTAMPTZ '2020-01-01 00:00Z');
ALTER TABLE "disk_sample" DROP CONSTRAINT "disk_sample_pkey";
ALTER TABLE "disk_sample" ADD CONSTRAINT "disk_sample_pkey" PRIMARY KEY ("clusterId","grain","at","nodeName","disk");

-- AddForeignKey
ALTER TABLE "node_reading" ADD CONSTRAINT "node_reading_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "node_sample" ADD CONSTRAINT "node_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tier_sample" ADD CONSTRAINT "tier_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "table_sample" ADD CONSTRAINT "table_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "node_reading" ADD CONSTRAINT "node_reading_counts_check" CHECK (LEAST("fromCacheBytes", "fromStoreBytes", "hits",
  "misses", "downloadedBytes", "evictedBytes", "evictedSegments", "storeRequests", "readRequests", "listRequests",
  "writeRequests", "deleteRequests", "readErrors", "writeErrors", "throttledRequests", "readMicroseconds",
  "writeMicroseconds") >= 0);
ALTER TABLE "node_sample" ADD CONSTRAINT "node_sample_counts_check" CHECK (LEAST("coveredMs", "readRequests", "listRequests",
  "writeRequests", "deleteRequests", "readErrors", "writeErrors", "throttledRequests", "readMicroseconds",
  "writeMicroseconds", "parts", "runningMoves", "queueEntries") >= 0);
ALTER TABLE "tier_sample" ADD CONSTRAINT "tier_sample_counts_check" CHECK (LEAST("hotBytes", "coldBytes", "hotParts",
  "coldParts", "hotRows", "coldRows") >= 0);
ALTER TABLE "table_sample" ADD CONSTRAINT "table_sample_counts_check" CHECK (LEAST("hotBytes", "coldBytes", "hotParts",
  "coldParts", "hotRows", "coldRows") >= 0);
