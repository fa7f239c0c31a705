-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "notFetched" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shardMaxBlock" BIGINT;
