-- CreateTable
CREATE TABLE "replication_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "keeperSessions" BIGINT NOT NULL,
    "detachedParts" INTEGER,

    CONSTRAINT "replication_sample_pkey" PRIMARY KEY ("clusterId","nodeName","at")
);

-- AddForeignKey
ALTER TABLE "replication_sample" ADD CONSTRAINT "replication_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
