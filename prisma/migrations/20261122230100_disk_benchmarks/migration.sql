-- AlterEnum
ALTER TYPE "BenchmarkKind" ADD VALUE 'disk';
