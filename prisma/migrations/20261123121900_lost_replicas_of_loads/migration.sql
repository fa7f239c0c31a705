-- AlterTable
ALTER TABLE "load_job" ADD COLUMN     "takeOvers" JSONB NOT NULL DEFAULT '[]';
