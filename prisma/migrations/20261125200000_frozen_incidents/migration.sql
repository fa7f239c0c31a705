-- CreateEnum
CREATE TYPE "frozen_incident_origin" AS ENUM ('frozen', 'imported');

-- CreateTable
CREATE TABLE "frozen_incident" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "origin" "frozen_incident_origin" NOT NULL,
    "title" TEXT NOT NULL,
    "sourceCluster" TEXT NOT NULL,
    "sentence" TEXT NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "toAt" TIMESTAMPTZ(3) NOT NULL,
    "formatVersion" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "contentSha256" TEXT NOT NULL,
    "plainBytes" INTEGER NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "frozen_incident_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "frozen_incident_clusterId_createdAt_idx" ON "frozen_incident"("clusterId", "createdAt");

-- CreateIndex
CREATE INDEX "frozen_incident_expiresAt_idx" ON "frozen_incident"("expiresAt");

-- AddForeignKey
ALTER TABLE "frozen_incident" ADD CONSTRAINT "frozen_incident_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "frozen_incident" ADD CONSTRAINT "frozen_incident_content_check" CHECK (octet_length("content") BETWEEN 1 AND 524288);
ALTER TABLE "frozen_incident" ADD CONSTRAINT "frozen_incident_contentSha256_check" CHECK ("contentSha256" ~ '^[0-9a-f]{64}$');
ALTER TABLE "frozen_incident" ADD CONSTRAINT "frozen_incident_counts_check" CHECK ("plainBytes" > 0 AND "formatVersion" >= 1);
ALTER TABLE "frozen_incident" ADD CONSTRAINT "frozen_incident_toAt_check" CHECK ("toAt" > "fromAt");
ALTER TABLE "frozen_incident" ADD CONSTRAINT "frozen_incident_expiresAt_check" CHECK ("expiresAt" > "createdAt");
