-- AlterTable
ALTER TABLE "tier_migration" ADD COLUMN "estimate" JSONB;
