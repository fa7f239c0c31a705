-- CreateEnum
CREATE TYPE "AlertState" AS ENUM ('pending', 'firing', 'resolved');

-- CreateEnum
CREATE TYPE "AlertChannelType" AS ENUM ('webhook', 'email');

-- CreateEnum
CREATE TYPE "AlertDeliveryStatus" AS ENUM ('waiting', 'sent', 'failed');

-- CreateTable
CREATE TABLE "alert_rule" (
    "kind" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "holdSeconds" INTEGER NOT NULL,
    "clearSeconds" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "alert" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "openKey" TEXT,
    "state" "AlertState" NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "nodes" TEXT[],
    "evidence" JSONB NOT NULL,
    "database" TEXT,
    "table" TEXT,
    "migrationId" TEXT,
    "pendingSince" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "clearSince" TIMESTAMPTZ(3),
    "firedAt" TIMESTAMPTZ(3),
    "notifiedAt" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "acknowledgedAt" TIMESTAMPTZ(3),
    "acknowledgedBy" TEXT,
    "note" TEXT,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_silence" (
    "id" TEXT NOT NULL,
    "clusterId" TEXT,
    "kind" TEXT,
    "subject" TEXT,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "alert_silence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_channel" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "AlertChannelType" NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "config" JSONB NOT NULL,
    "sealedSecret" BYTEA,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_delivery" (
    "id" TEXT NOT NULL,
    "alertId" TEXT,
    "channelId" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "status" "AlertDeliveryStatus" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "claimedUntil" TIMESTAMPTZ(3),
    "answer" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "alert_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_turn" (
    "id" INTEGER NOT NULL,
    "workerId" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "lastStartAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_turn_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disk_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "disk" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "usedBytes" BIGINT NOT NULL,
    "totalBytes" BIGINT NOT NULL,

    CONSTRAINT "disk_sample_pkey" PRIMARY KEY ("clusterId","nodeName","disk","at")
);

-- CreateTable
CREATE TABLE "store_error_sample" (
    "clusterId" TEXT NOT NULL,
    "nodeName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "errors" BIGINT NOT NULL,

    CONSTRAINT "store_error_sample_pkey" PRIMARY KEY ("clusterId","nodeName","at")
);

-- CreateIndex
CREATE UNIQUE INDEX "alert_openKey_key" ON "alert"("openKey");

-- CreateIndex
CREATE INDEX "alert_state_firedAt_idx" ON "alert"("state", "firedAt" DESC);

-- CreateIndex
CREATE INDEX "alert_clusterId_firedAt_idx" ON "alert"("clusterId", "firedAt" DESC);

-- CreateIndex
CREATE INDEX "alert_silence_until_idx" ON "alert_silence"("until");

-- CreateIndex
CREATE UNIQUE INDEX "alert_channel_name_key" ON "alert_channel"("name");

-- CreateIndex
CREATE INDEX "alert_delivery_status_nextAttemptAt_idx" ON "alert_delivery"("status", "nextAttemptAt");

-- CreateIndex
CREATE UNIQUE INDEX "alert_delivery_alertId_channelId_event_key" ON "alert_delivery"("alertId", "channelId", "event");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "alert_channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disk_sample" ADD CONSTRAINT "disk_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_error_sample" ADD CONSTRAINT "store_error_sample_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;


