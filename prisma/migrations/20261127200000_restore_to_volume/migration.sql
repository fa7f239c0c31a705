-- AlterTable
ALTER TABLE "archive_restore" ADD COLUMN "volume" TEXT, ADD COLUMN "moveId" TEXT, ADD COLUMN "movedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "archive_restore_moveId_idx" ON "archive_restore"("moveId");

-- AddForeignKey
ALTER TABLE "archive_restore" ADD CONSTRAINT "archive_restore_moveId_fkey" FOREIGN KEY ("moveId") REFERENCES "tier_migration"("id") ON DELETE SET NULL ON UPDATE CASCADE;
