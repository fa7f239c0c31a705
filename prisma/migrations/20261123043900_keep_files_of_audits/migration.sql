-- AlterTable
ALTER TABLE "bucket_audit_node" ADD COLUMN     "filesRead" BOOLEAN NOT NULL DEFAULT false;
