-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "exitId" TEXT;
