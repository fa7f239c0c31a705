-- AlterTable
ALTER TABLE "load_batch" ADD COLUMN     "leftOut" JSONB;

-- AlterTable
ALTER TABLE "load_publish" ADD COLUMN     "present" JSONB NOT NULL DEFAULT '[]';
