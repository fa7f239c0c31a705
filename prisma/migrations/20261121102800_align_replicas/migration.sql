-- AlterTable
ALTER TABLE "tier_migration" ALTER COLUMN "targetVolume" DROP NOT NULL;
