-- AlterTable
ALTER TABLE "benchmark_step" ADD COLUMN     "statement" TEXT;
