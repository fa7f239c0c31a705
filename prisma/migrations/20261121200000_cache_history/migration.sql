-- CreateEnum
CREATE TYPE "CacheGrain" AS ENUM ('minute', 'ten_minutes', 'hour');

-- CreateTable
CREATE TABLE "cache_turn" (
    "clusterId" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cache_turn_pkey" PRIMARY KEY ("clusterId")
);

-- CreateTable
CREATE TABLE "cache_reading" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "fromCacheBytes" BIGINT NOT NULL,
    "fromStoreBytes" BIGINT NOT NULL,
    "hits" BIGINT NOT NULL,
    "misses" BIGINT NOT NULL,
    "downloadedBytes" BIGINT NOT NULL,
    "evictedBytes" BIGINT NOT NULL,
    "evictedSegments" BIGINT NOT NULL,
    "storeRequests" BIGINT NOT NULL,

    CONSTRAINT "cache_reading_pkey" PRIMARY KEY ("clusterId","nodeName")
);

-- CreateTable
CREATE TABLE "cache_sample" (
    "clusterId" TEXT NOT NULL,
    "grain" "CacheGrain" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "nodeName" TEXT NOT NULL,
    "coveredMs" BIGINT NOT NULL,
    "fromCacheBytes" BIGINT NOT NULL,
    "fromStoreBytes" BIGINT NOT NULL,
    "hits" BIGINT NOT NULL,
    "misses" BIGINT NOT NULL,
    "downloadedBytes" BIGINT NOT NULL,
    "evictedBytes" BIGINT NOT NULL,
    "evictedSegments" BIGINT NOT NULL,
    "storeRequests" BIGINT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "limitBytes" BIGINT NOT NULL,
    "segments" BIGINT NOT NULL,

    CONSTRAINT "cache_sample_pkey" PRIMARY KEY ("clusterId","grain","at","nodeName")
);

-- AddForeignKey
ALTER TABLE "cache_turn" ADD CONSTRAINT "cache_turn_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_reading" ADD CONSTRAINT "cache_reading_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cache_sample" ADD CONSTRAINT "cache_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
