-- CreateTable
CREATE TABLE "advice_promise" (
    "clusterId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "followedBy" TEXT NOT NULL,
    "followedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "advice_promise_pkey" PRIMARY KEY ("clusterId", "key")
);

-- CreateIndex
CREATE INDEX "advice_promise_clusterId_followedAt_idx" ON "advice_promise"("clusterId", "followedAt" DESC);

-- AddForeignKey
ALTER TABLE "advice_promise" ADD CONSTRAINT "advice_promise_clusterId_fkey"
  FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
