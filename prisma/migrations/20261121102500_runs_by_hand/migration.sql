-- AlterTable
ALTER TABLE "tier_schedule_run" ADD COLUMN     "ignoresWindow" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "requestedBy" TEXT;
