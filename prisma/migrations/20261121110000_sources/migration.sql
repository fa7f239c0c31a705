-- CreateEnum
CREATE TYPE "SourceAuth" AS ENUM ('keys', 'environment', 'collection');

-- CreateTable
CREATE TABLE "source" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "pathStyle" BOOLEAN NOT NULL,
    "buckets" TEXT[],
    "auth" "SourceAuth" NOT NULL,
    "accessKeyId" TEXT,
    "sealedSecret" BYTEA,
    "collectionName" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_collection" (
    "sourceId" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "source_collection_pkey" PRIMARY KEY ("sourceId","clusterId")
);

-- CreateTable
CREATE TABLE "source_rules" (
    "id" INTEGER NOT NULL,
    "allowedHosts" TEXT[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "source_rules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "source_name_key" ON "source"("name");

-- CreateIndex
CREATE UNIQUE INDEX "source_collectionName_key" ON "source"("collectionName");

-- AddForeignKey
ALTER TABLE "source_collection" ADD CONSTRAINT "source_collection_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_collection" ADD CONSTRAINT "source_collection_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
