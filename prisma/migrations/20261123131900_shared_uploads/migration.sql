-- AlterTable
ALTER TABLE "tier_migration_move" ADD COLUMN     "cutOffAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "ownObjects" INTEGER,
ADD COLUMN     "sharedBytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "sharedObjects" INTEGER,
ADD COLUMN     "sharers" INTEGER,
ADD COLUMN     "sharingFault" TEXT,
ADD COLUMN     "uploader" TEXT;
