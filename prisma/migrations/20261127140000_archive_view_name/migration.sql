-- The older view keeps its name.
DELETE FROM "archive_view" AS newer USING "archive_view" AS older
WHERE newer."clusterId" = older."clusterId" AND newer."database" = older."database" AND newer."name" = older."name" AND newer."id" > older."id";

-- CreateIndex
CREATE UNIQUE INDEX "archive_view_clusterId_database_name_key" ON "archive_view"("clusterId", "database", "name");
