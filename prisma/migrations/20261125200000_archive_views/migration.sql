-- AlterTable
ALTER TABLE "archive_step" ADD COLUMN "restoringAt" TIMESTAMPTZ(3), ADD COLUMN "restoredAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "archive_view" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "alignedAt" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "archive_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "archive_view_clusterId_database_table_key" ON "archive_view"("clusterId", "database", "table");

-- AddForeignKey
ALTER TABLE "archive_view" ADD CONSTRAINT "archive_view_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Restores into the table that were made before.
UPDATE "archive_step" SET "restoringAt" = before."startedAt", "restoredAt" = before."provedAt"
FROM (
  SELECT own."archiveId", own."stepOrdinal", min(run."createdAt") AS "startedAt", max(own."provedAt") AS "provedAt"
  FROM "archive_restore_step" own
  JOIN "archive_restore" restore ON restore."id" = own."restoreId" AND restore."mode" = 'into'
  JOIN "run" ON run."id" = restore."id"
  GROUP BY own."archiveId", own."stepOrdinal"
) AS before
WHERE before."archiveId" = "archive_step"."archiveId" AND before."stepOrdinal" = "archive_step"."ordinal";

ALTER TABLE "archive_step" ADD CONSTRAINT "archive_step_restoredAt_check" CHECK ("restoredAt" IS NULL OR "restoringAt" IS NOT NULL);
