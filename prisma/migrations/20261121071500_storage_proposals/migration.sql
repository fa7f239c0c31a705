-- CreateEnum
CREATE TYPE "ReviewOutcome" AS ENUM ('approved', 'rejected');

-- CreateTable
CREATE TABLE "storage_proposal" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "draft" JSONB NOT NULL,
    "sealedSecrets" BYTEA,
    "createdById" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "engineCheck" JSONB,
    "engineCheckedAt" TIMESTAMPTZ(3),
    "reviewOutcome" "ReviewOutcome",
    "reviewNote" TEXT,
    "reviewedBy" TEXT,
    "reviewedAt" TIMESTAMPTZ(3),

    CONSTRAINT "storage_proposal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "storage_proposal_clusterId_createdAt_idx" ON "storage_proposal"("clusterId", "createdAt" DESC);

-- AddForeignKey
ALTER TABLE "storage_proposal" ADD CONSTRAINT "storage_proposal_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
