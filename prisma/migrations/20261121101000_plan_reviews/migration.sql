-- AlterTable
ALTER TABLE "cluster" ADD COLUMN     "approvalRequired" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tier_migration" ADD COLUMN     "changedById" TEXT,
ADD COLUMN     "reviewAskedAt" TIMESTAMPTZ(3),
ADD COLUMN     "reviewAskedBy" TEXT,
ADD COLUMN     "reviewOutcome" "ReviewOutcome",
ADD COLUMN     "reviewNote" TEXT,
ADD COLUMN     "reviewedBy" TEXT,
ADD COLUMN     "reviewedAt" TIMESTAMPTZ(3);
