-- AlterTable
ALTER TABLE "storage_proposal" ADD COLUMN "reviewedById" TEXT;
