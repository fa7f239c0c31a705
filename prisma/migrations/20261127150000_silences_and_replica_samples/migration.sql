-- CreateTable
CREATE TABLE "node_silence" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),
    "failedFrom" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "node_silence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "replica_sample" (
    "clusterId" TEXT NOT NULL,
    "grain" "sample_grain" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "nodeName" TEXT NOT NULL,
    "delaySeconds" BIGINT NOT NULL,
    "readOnlyTables" BIGINT NOT NULL,

    CONSTRAINT "replica_sample_pkey" PRIMARY KEY ("clusterId","grain","at","nodeName")
);

-- CreateIndex
CREATE UNIQUE INDEX "node_silence_clusterId_nodeName_failedFrom_key" ON "node_silence"("clusterId", "nodeName", "failedFrom");

-- AddForeignKey
ALTER TABLE "node_silence" ADD CONSTRAINT "node_silence_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replica_sample" ADD CONSTRAINT "replica_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
