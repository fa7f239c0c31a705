-- CreateEnum
CREATE TYPE "Role" AS ENUM ('viewer', 'operator', 'admin');

-- CreateEnum
CREATE TYPE "ActorType" AS ENUM ('user', 'token', 'system');

-- CreateEnum
CREATE TYPE "AuditOutcome" AS ENUM ('requested', 'succeeded', 'failed', 'denied');

-- CreateEnum
CREATE TYPE "TierMigrationStatus" AS ENUM ('planned', 'queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "TierMigrationStepStatus" AS ENUM ('planned', 'running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "TierMigrationMoveStatus" AS ENUM ('sent', 'done', 'adopted', 'failed', 'cancelled', 'unknown', 'withdrawn');

-- CreateEnum
CREATE TYPE "TierMigrationProof" AS ENUM ('identical', 'merged', 'changed', 'incomplete');

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" "Role" NOT NULL DEFAULT 'viewer',
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rateLimit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastRequest" BIGINT NOT NULL,

    CONSTRAINT "rateLimit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "prefix" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "clusterName" TEXT,
    "username" TEXT NOT NULL,
    "sealedPassword" BYTEA NOT NULL,
    "tlsVerify" BOOLEAN NOT NULL DEFAULT true,
    "tlsCaPem" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cluster_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster_node" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "replica" INTEGER NOT NULL,

    CONSTRAINT "cluster_node_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "objectType" TEXT NOT NULL,
    "objectId" TEXT,
    "objectName" TEXT NOT NULL,
    "clusterId" TEXT,
    "clusterName" TEXT,
    "statements" JSONB NOT NULL DEFAULT '[]',
    "details" JSONB NOT NULL DEFAULT '{}',
    "outcome" "AuditOutcome" NOT NULL,
    "error" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_migration" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "tableUuids" JSONB NOT NULL,
    "storagePolicy" TEXT NOT NULL,
    "targetVolume" TEXT NOT NULL,
    "goal" JSONB NOT NULL,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "status" "TierMigrationStatus" NOT NULL DEFAULT 'planned',
    "generation" INTEGER NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "totalParts" INTEGER NOT NULL,
    "totalRows" BIGINT NOT NULL,
    "totalBytes" BIGINT NOT NULL,
    "requestedById" TEXT,
    "requestedBy" TEXT NOT NULL,
    "cancelledBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "tier_migration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_migration_step" (
    "id" TEXT NOT NULL,
    "migrationId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "nodeName" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "replica" INTEGER NOT NULL,
    "partitionId" TEXT NOT NULL,
    "partition" TEXT NOT NULL,
    "fromVolumes" TEXT[],
    "toVolume" TEXT NOT NULL,
    "plannedParts" INTEGER NOT NULL,
    "plannedRows" BIGINT NOT NULL,
    "plannedBytes" BIGINT NOT NULL,
    "granularity" TEXT NOT NULL,
    "status" "TierMigrationStepStatus" NOT NULL DEFAULT 'planned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "workerId" TEXT,
    "movedParts" INTEGER NOT NULL DEFAULT 0,
    "movedBytes" BIGINT NOT NULL DEFAULT 0,
    "uploadedBytes" BIGINT NOT NULL DEFAULT 0,
    "waitReason" TEXT,
    "errorCode" INTEGER,
    "error" TEXT,
    "before" JSONB,
    "after" JSONB,
    "proof" "TierMigrationProof",
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "tier_migration_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tier_migration_move" (
    "id" TEXT NOT NULL,
    "stepId" TEXT NOT NULL,
    "statement" TEXT NOT NULL,
    "queryId" TEXT NOT NULL,
    "parts" TEXT[],
    "bytes" BIGINT NOT NULL,
    "status" "TierMigrationMoveStatus" NOT NULL,
    "errorCode" INTEGER,
    "error" TEXT,
    "sentAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "tier_migration_move_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stopped_moves" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "database" TEXT NOT NULL,
    "table" TEXT NOT NULL,
    "workerId" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stopped_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeat" (
    "workerId" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "pid" INTEGER NOT NULL,
    "hostname" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "takenOverBy" TEXT,
    "stoppedAt" TIMESTAMPTZ(3),

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("workerId")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rateLimit_key_key" ON "rateLimit"("key");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_tokenHash_key" ON "api_token"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_slug_key" ON "cluster"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_name_key" ON "cluster"("name");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_node_clusterId_name_key" ON "cluster_node"("clusterId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_node_clusterId_url_key" ON "cluster_node"("clusterId", "url");

-- CreateIndex
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_objectType_objectId_idx" ON "audit_entry"("objectType", "objectId");

-- CreateIndex
CREATE INDEX "audit_entry_actorId_at_idx" ON "audit_entry"("actorId", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_clusterId_at_idx" ON "audit_entry"("clusterId", "at" DESC);

-- CreateIndex
CREATE INDEX "tier_migration_clusterId_createdAt_idx" ON "tier_migration"("clusterId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "tier_migration_status_idx" ON "tier_migration"("status");

-- CreateIndex
CREATE INDEX "tier_migration_step_migrationId_status_idx" ON "tier_migration_step"("migrationId", "status");

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_step_migrationId_ordinal_key" ON "tier_migration_step"("migrationId", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "tier_migration_move_queryId_key" ON "tier_migration_move"("queryId");

-- CreateIndex
CREATE INDEX "tier_migration_move_stepId_idx" ON "tier_migration_move"("stepId");

-- CreateIndex
CREATE UNIQUE INDEX "stopped_moves_clusterId_nodeName_database_table_key" ON "stopped_moves"("clusterId", "nodeName", "database", "table");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_node" ADD CONSTRAINT "cluster_node_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration" ADD CONSTRAINT "tier_migration_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration_step" ADD CONSTRAINT "tier_migration_step_migrationId_fkey" FOREIGN KEY ("migrationId") REFERENCES "tier_migration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tier_migration_move" ADD CONSTRAINT "tier_migration_move_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "tier_migration_step"("id") ON DELETE CASCADE ON UPDATE CASCADE;


