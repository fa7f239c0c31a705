-- CreateEnum
CREATE TYPE "DeepCheckVerdict" AS ENUM ('passed', 'failed');

-- AlterTable
ALTER TABLE "tier_migration" ADD COLUMN     "checkOfId" TEXT,
ADD COLUMN     "deepCheck" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "deepCheck" JSONB,
ADD COLUMN     "deepCheckVerdict" "DeepCheckVerdict";

-- CreateIndex
CREATE INDEX "tier_migration_checkOfId_idx" ON "tier_migration"("checkOfId");

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_checkOfId_fkey" FOREIGN KEY ("checkOfId") REFERENCES "tier_migration"("id") ON DELETE CASCADE ON UPDATE CASCADE;
