-- AlterTable
ALTER TABLE "bucket_audit" ADD COLUMN     "leftOut" JSONB NOT NULL DEFAULT '[]';
