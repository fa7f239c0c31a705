-- CreateTable
CREATE TABLE "node_watch" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "nextLookAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),
    "uptimeSeconds" INTEGER,
    "failedFrom" TIMESTAMPTZ(3),
    "failedTo" TIMESTAMPTZ(3),
    "known" JSONB,
    "knownAt" TIMESTAMPTZ(3),

    CONSTRAINT "node_watch_pkey" PRIMARY KEY ("clusterId","nodeName")
);

-- CreateTable
CREATE TABLE "node_start" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" TEXT NOT NULL,
    "wentAfter" TIMESTAMPTZ(3),
    "awayFrom" TIMESTAMPTZ(3),
    "awayUntil" TIMESTAMPTZ(3),
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "loadedParts" BIGINT NOT NULL,
    "loadedMicroseconds" BIGINT NOT NULL,
    "loadFrom" TIMESTAMPTZ(3),
    "loadTo" TIMESTAMPTZ(3),
    "tables" INTEGER,
    "gets" BIGINT,
    "getRequests" BIGINT,
    "getMicroseconds" BIGINT,
    "localParts" INTEGER,
    "storeParts" INTEGER,
    "cachedParts" INTEGER,
    "outdatedParts" INTEGER,
    "estimate" JSONB,
    "forecast" JSONB,
    "slowTables" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "node_start_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "node_start_clusterId_nodeName_startedAt_key" ON "node_start"("clusterId", "nodeName", "startedAt");

-- AddForeignKey
ALTER TABLE "node_watch" ADD CONSTRAINT "node_watch_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_start" ADD CONSTRAINT "node_start_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
