-- Limits are called max, as in ClickHouse. In JSON only a key has a colon behind its closing quote.
ALTER TABLE "load_pipeline" RENAME COLUMN "mostObjects" TO "maxObjects";
ALTER TABLE "load_pipeline" RENAME COLUMN "mostBytes" TO "maxBytes";

UPDATE "load_job" SET "spec" = regexp_replace("spec"::text, '"most(Bytes|Objects|RowsPerObject)":', '"max\1":', 'g')::jsonb
  WHERE "spec"::text LIKE '%"most%';
UPDATE "load_pipeline" SET "spec" = regexp_replace("spec"::text, '"most(Bytes|Objects|RowsPerObject)":', '"max\1":', 'g')::jsonb
  WHERE "spec"::text LIKE '%"most%';
UPDATE "benchmark" SET "spec" = regexp_replace("spec"::text, '"mostFailedPercent":', '"maxFailedPercent":', 'g')::jsonb
  WHERE "spec"::text LIKE '%"mostFailedPercent"%';
