-- AlterEnum
ALTER TYPE "BenchmarkKind" ADD VALUE 'conformance';
