-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "endReason" TEXT,
ADD COLUMN     "waitingSince" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "tier_schedule" ADD COLUMN     "replicas" JSONB NOT NULL DEFAULT '{}';
