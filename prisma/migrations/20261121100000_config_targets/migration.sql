-- CreateEnum
CREATE TYPE "ConfigTargetKind" AS ENUM ('download', 'directory');

-- CreateTable
CREATE TABLE "config_target" (
    "clusterId" TEXT NOT NULL,
    "kind" "ConfigTargetKind" NOT NULL,
    "folder" TEXT NOT NULL,
    "folderByNode" JSONB NOT NULL DEFAULT '{}',
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,
    "check" JSONB,
    "checkedAt" TIMESTAMPTZ(3),

    CONSTRAINT "config_target_pkey" PRIMARY KEY ("clusterId")
);

-- AddForeignKey
ALTER TABLE "config_target" ADD CONSTRAINT "config_target_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
