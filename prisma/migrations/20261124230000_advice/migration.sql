-- CreateTable
CREATE TABLE "advice_hidden" (
    "clusterId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "hiddenBy" TEXT NOT NULL,
    "hiddenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "advice_hidden_pkey" PRIMARY KEY ("clusterId","key"),
    CONSTRAINT "advice_hidden_until_check" CHECK ("until" > "hiddenAt")
);

-- CreateTable
CREATE TABLE "advice_followed" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "volume" TEXT NOT NULL,
    "promisedBytes" BIGINT NOT NULL,
    "promisedPerMonth" DOUBLE PRECISION NOT NULL,
    "currency" TEXT NOT NULL,
    "followedBy" TEXT NOT NULL,
    "followedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "advice_followed_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "advice_followed_promise_check" CHECK ("promisedBytes" > 0 AND "promisedPerMonth" > 0)
);

-- CreateTable
CREATE TABLE "insert_queue_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "files" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "insert_queue_sample_pkey" PRIMARY KEY ("clusterId","nodeName","database","table","at"),
    CONSTRAINT "insert_queue_sample_amounts_check" CHECK ("files" >= 0 AND "bytes" >= 0)
);

-- CreateTable
CREATE TABLE "person_mark" (
    "userId" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_mark_pkey" PRIMARY KEY ("userId","mark")
);

-- CreateIndex
CREATE INDEX "advice_followed_clusterId_followedAt_idx" ON "advice_followed"("clusterId", "followedAt" DESC);

-- AddForeignKey
ALTER TABLE "advice_hidden" ADD CONSTRAINT "advice_hidden_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advice_followed" ADD CONSTRAINT "advice_followed_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insert_queue_sample" ADD CONSTRAINT "insert_queue_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_mark" ADD CONSTRAINT "person_mark_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
