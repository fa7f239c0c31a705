-- CreateTable
CREATE TABLE "tier_migration_batch" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "targetVolume" TEXT NOT NULL,
    "goal" JSONB NOT NULL,
    "leftOut" JSONB NOT NULL DEFAULT '[]',
    "requestedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tier_migration_batch_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "tier_migration" ADD COLUMN     "batchId" TEXT,
ADD COLUMN     "batchPosition" INTEGER;

-- CreateIndex
CREATE INDEX "tier_migration_batch_clusterId_createdAt_idx" ON "tier_migration_batch"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_batchId_batchPosition_key" ON "tier_migration"("batchId", "batchPosition");

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "tier_migration_batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration_batch" ADD CONSTRAINT "tier_migration_batch_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
