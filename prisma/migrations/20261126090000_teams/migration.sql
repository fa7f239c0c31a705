-- A member has no role of the account, only grants.
CREATE TYPE "account_role" AS ENUM ('member', 'viewer', 'operator', 'admin');
ALTER TABLE "user" ALTER COLUMN "role" DROP DEFAULT,
  ALTER COLUMN "role" TYPE "account_role" USING "role"::text::"account_role",
  ALTER COLUMN "role" SET DEFAULT 'viewer';
ALTER TABLE "sign_in_provider" ALTER COLUMN "defaultRole" TYPE "account_role" USING "defaultRole"::text::"account_role";

-- CreateEnum
CREATE TYPE "grant_kind" AS ENUM ('everything', 'tables', 'sources');

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "groups" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "providerId" TEXT,
    "addedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("teamId","userId")
);

-- CreateTable
CREATE TABLE "access_grant" (
    "id" TEXT NOT NULL,
    "teamId" TEXT,
    "userId" TEXT,
    "tokenId" TEXT,
    "role" "role" NOT NULL,
    "kind" "grant_kind" NOT NULL,
    "clusterId" TEXT,
    "database" TEXT,
    "table" TEXT,
    "source" TEXT,

    CONSTRAINT "access_grant_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "team_name_key" ON "team"("name");
CREATE INDEX "team_member_userId_idx" ON "team_member"("userId");
CREATE INDEX "team_member_providerId_idx" ON "team_member"("providerId");
CREATE INDEX "access_grant_teamId_idx" ON "access_grant"("teamId");
CREATE INDEX "access_grant_userId_idx" ON "access_grant"("userId");
CREATE INDEX "access_grant_tokenId_idx" ON "access_grant"("tokenId");
CREATE INDEX "access_grant_clusterId_idx" ON "access_grant"("clusterId");

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "sign_in_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "api_token"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_subject_check" CHECK (num_nonnulls("teamId", "userId", "tokenId") = 1);
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_kind_check" CHECK (
  ("kind" = 'tables') = ("database" IS NOT NULL AND "table" IS NOT NULL)
  AND ("kind" = 'tables' OR ("clusterId" IS NULL AND "database" IS NULL AND "table" IS NULL))
  AND ("kind" = 'sources') = ("source" IS NOT NULL)
);

-- The table that a run is about, so that lists can be limited to the tables that a person may see. Null: the whole cluster.
ALTER TABLE "run" ADD COLUMN "database" TEXT, ADD COLUMN "table" TEXT;
UPDATE "run" SET ("database", "table") = (own."database", own."table") FROM "tier_migration" own WHERE own."runId" = "run"."id";
UPDATE "run" SET ("database", "table") = (own."database", own."table") FROM "cache_warmup" own WHERE own."id" = "run"."id";
UPDATE "run" SET ("database", "table") = (own."database", own."table") FROM "replica_repair" own WHERE own."id" = "run"."id";
UPDATE "run" SET ("database", "table") = (own."database", own."table") FROM "zero_copy_exit" own WHERE own."runId" = "run"."id";
UPDATE "run" SET ("database", "table") = (own."database", own."table") FROM "archive" own WHERE own."id" = "run"."id";
UPDATE "run" SET ("database", "table") = (own."database", own."table") FROM "archive_restore" own WHERE own."id" = "run"."id";
UPDATE "run" SET ("database", "table") = (own."spec" #>> '{target,database}', own."spec" #>> '{target,table}')
  FROM "load_job" own WHERE own."id" = "run"."id";
ALTER TABLE "run" ADD CONSTRAINT "run_table_check" CHECK (("database" IS NULL) = ("table" IS NULL));
CREATE INDEX "run_clusterId_database_table_idx" ON "run"("clusterId", "database", "table");
