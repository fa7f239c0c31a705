-- CreateEnum
CREATE TYPE "TierMigrationBreaker" AS ENUM ('failures', 'wasted_uploads');

-- AlterEnum
ALTER TYPE "TierMigrationStatus" ADD VALUE 'pausing' BEFORE 'cancelling';
ALTER TYPE "TierMigrationStatus" ADD VALUE 'paused' BEFORE 'cancelling';

-- AlterEnum
ALTER TYPE "TierMigrationStepStatus" ADD VALUE 'skipped';

-- AlterTable
ALTER TABLE "tier_migration" ADD COLUMN     "limits" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "orderVersion" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "pausedBy" TEXT;

-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "breaker" "TierMigrationBreaker",
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "position" INTEGER,
ADD COLUMN     "wastedBytes" BIGINT NOT NULL DEFAULT 0;

UPDATE "tier_migration_step" SET "position" = "ordinal";

ALTER TABLE "tier_migration_step" ALTER COLUMN "position" SET NOT NULL;

-- CreateIndex
CREATE INDEX "tier_migration_step_migrationId_nodeName_position_idx" ON "tier_migration_step"("migrationId", "nodeName", "position");
