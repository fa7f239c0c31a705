-- AlterTable
ALTER TABLE "tier_migration_step" ADD COLUMN     "needsKeeper" BOOLEAN NOT NULL DEFAULT false;

-- Whether steps of earlier plans leave a shared disk is not known: those that come to one are.
UPDATE "tier_migration_step" SET "needsKeeper" = true WHERE "uploader" IS NOT NULL;
