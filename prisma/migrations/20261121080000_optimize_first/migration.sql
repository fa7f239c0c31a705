-- CreateEnum
CREATE TYPE "TierMigrationStatementKind" AS ENUM ('move', 'optimize');

-- AlterTable
ALTER TABLE "tier_migration_move" ADD COLUMN     "kind" "TierMigrationStatementKind" NOT NULL DEFAULT 'move';

-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "mergedFrom" JSONB,
ADD COLUMN     "optimizeFirst" BOOLEAN NOT NULL DEFAULT false;
