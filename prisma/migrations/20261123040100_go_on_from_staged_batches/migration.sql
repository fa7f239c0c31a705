-- AlterTable
ALTER TABLE "load_batch" ADD COLUMN     "filtersRows" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "keepsStaged" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "readsOneByOne" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "stagedHash" TEXT;

-- AlterTable
ALTER TABLE "load_statement" ADD COLUMN     "fileOrdinals" INTEGER[];
