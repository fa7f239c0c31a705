-- CreateTable
CREATE TABLE "approval_rule" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "kinds" TEXT[],
    "clusterId" TEXT,
    "database" TEXT NOT NULL DEFAULT '*',
    "table" TEXT NOT NULL DEFAULT '*',
    "minBytes" BIGINT,
    "hours" JSONB,
    "approvals" INTEGER NOT NULL DEFAULT 1,
    "teamId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "approval_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_approval" (
    "runId" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "byName" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "bytes" BIGINT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_approval_pkey" PRIMARY KEY ("runId","personId")
);

-- CreateIndex
CREATE UNIQUE INDEX "approval_rule_name_key" ON "approval_rule"("name");

-- CreateIndex
CREATE INDEX "approval_rule_clusterId_idx" ON "approval_rule"("clusterId");

-- CreateIndex
CREATE INDEX "approval_rule_teamId_idx" ON "approval_rule"("teamId");

-- CreateIndex
CREATE INDEX "run_approval_personId_idx" ON "run_approval"("personId");

-- AddForeignKey
ALTER TABLE "approval_rule" ADD CONSTRAINT "approval_rule_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_rule" ADD CONSTRAINT "approval_rule_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_approval" ADD CONSTRAINT "run_approval_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_approval" ADD CONSTRAINT "run_approval_personId_fkey" FOREIGN KEY ("personId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
