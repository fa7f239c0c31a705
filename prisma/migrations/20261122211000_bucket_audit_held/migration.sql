-- AlterTable
ALTER TABLE "bucket_audit" ADD COLUMN     "heldBytes" BIGINT,
ADD COLUMN     "heldObjects" BIGINT;

