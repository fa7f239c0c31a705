-- AlterTable
ALTER TABLE "load_pipeline" ADD COLUMN     "lostReplicas" JSONB NOT NULL DEFAULT '[]';
