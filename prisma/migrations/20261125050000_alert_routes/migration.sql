-- AlterEnum
ALTER TYPE "alert_channel_type" ADD VALUE 'slack';
ALTER TYPE "alert_channel_type" ADD VALUE 'teams';
ALTER TYPE "alert_channel_type" ADD VALUE 'pagerduty';
ALTER TYPE "alert_channel_type" ADD VALUE 'opsgenie';

-- CreateTable
CREATE TABLE "alert_route" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "severities" TEXT[],
    "clusterIds" TEXT[],
    "kinds" TEXT[],
    "everyChannel" BOOLEAN NOT NULL DEFAULT false,
    "channelIds" TEXT[],
    "continues" BOOLEAN NOT NULL DEFAULT false,
    "updatedBy" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_route_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_window" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "startsAt" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),
    "weekly" JSONB,
    "clusterIds" TEXT[],
    "nodes" TEXT[],
    "kinds" TEXT[],
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedBy" TEXT,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "maintenance_window_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "maintenance_window_endedAt_idx" ON "maintenance_window"("endedAt");

-- One default route. It has no conditions, so that no alert is without a route.
CREATE UNIQUE INDEX "alert_route_isDefault_key" ON "alert_route"("isDefault") WHERE "isDefault";
ALTER TABLE "alert_route" ADD CONSTRAINT "alert_route_isDefault_check" CHECK (NOT "isDefault" OR
  (cardinality("severities") + cardinality("clusterIds") + cardinality("kinds") = 0 AND NOT "continues"));
ALTER TABLE "alert_route" ADD CONSTRAINT "alert_route_counts_check" CHECK ("position" >= 0);

-- As before: every channel gets every alert.
INSERT INTO "alert_route" ("id", "name", "position", "isDefault", "severities", "clusterIds", "kinds", "everyChannel", "channelIds",
  "updatedAt")
VALUES ('00000000-0000-0000-0000-000000000001', 'Default', 0, true, '{}', '{}', '{}', true, '{}', date_trunc('milliseconds', now()));

-- Once or weekly. Names of nodes are unique within a cluster only.
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_endsAt_check" CHECK (CASE WHEN "weekly" IS NULL
  THEN "startsAt" IS NOT NULL AND "endsAt" IS NOT NULL AND "startsAt" < "endsAt" ELSE num_nonnulls("startsAt", "endsAt") = 0 END);
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_nodes_check"
  CHECK (cardinality("nodes") = 0 OR cardinality("clusterIds") = 1);
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_endedAt_check" CHECK (("endedAt" IS NULL) = ("endedBy" IS NULL));

-- Services for people on call learn that an alert was acknowledged.
ALTER TABLE "alert_delivery" DROP CONSTRAINT "alert_delivery_event_check";
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_event_check"
  CHECK ("event" IN ('fired', 'acknowledged', 'resolved', 'test'));
