-- A note belongs to a run, an alert or a table. Until now only runs had notes.
CREATE TYPE "note_subject" AS ENUM ('run', 'alert', 'table');

ALTER TABLE "run_note" RENAME TO "note";
ALTER TABLE "note" RENAME CONSTRAINT "run_note_pkey" TO "note_pkey";
ALTER TABLE "note" RENAME CONSTRAINT "run_note_runId_fkey" TO "note_runId_fkey";
ALTER INDEX "run_note_runId_id_idx" RENAME TO "note_runId_id_idx";
ALTER SEQUENCE "run_note_id_seq" RENAME TO "note_id_seq";

ALTER TABLE "note"
  ADD COLUMN "subject" "note_subject" NOT NULL DEFAULT 'run',
  ADD COLUMN "alertId" TEXT,
  ADD COLUMN "clusterId" TEXT,
  ADD COLUMN "database" TEXT,
  ADD COLUMN "table" TEXT,
  ALTER COLUMN "runId" DROP NOT NULL;
ALTER TABLE "note" ALTER COLUMN "subject" DROP DEFAULT;

-- CreateIndex
CREATE INDEX "note_alertId_id_idx" ON "note"("alertId", "id");
CREATE INDEX "note_clusterId_database_table_id_idx" ON "note"("clusterId", "database", "table", "id");

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_alertId_fkey"
  FOREIGN KEY ("alertId") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "note" ADD CONSTRAINT "note_clusterId_fkey"
  FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "note" ADD CONSTRAINT "note_subject_check" CHECK (
  ("subject" = 'run') = ("runId" IS NOT NULL)
  AND ("subject" = 'alert') = ("alertId" IS NOT NULL)
  AND ("subject" = 'table') = ("clusterId" IS NOT NULL AND "database" IS NOT NULL AND "table" IS NOT NULL)
  AND ("subject" = 'table' OR ("clusterId" IS NULL AND "database" IS NULL AND "table" IS NULL))
);
