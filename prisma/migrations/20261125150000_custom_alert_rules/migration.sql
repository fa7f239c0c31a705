-- CreateEnum
CREATE TYPE "metric_comparison" AS ENUM ('above', 'below');

-- CreateTable
CREATE TABLE "custom_alert_rule" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "clusterId" TEXT,
    "metric" TEXT NOT NULL,
    "comparison" "metric_comparison" NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "windowMinutes" INTEGER NOT NULL,
    "holdSeconds" INTEGER NOT NULL,
    "clearSeconds" INTEGER NOT NULL,
    "severity" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "custom_alert_rule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "custom_alert_rule_name_key" ON "custom_alert_rule"("name");

-- CreateIndex
CREATE INDEX "custom_alert_rule_clusterId_idx" ON "custom_alert_rule"("clusterId");

-- AddForeignKey
ALTER TABLE "custom_alert_rule" ADD CONSTRAINT "custom_alert_rule_clusterId_fkey"
  FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "custom_alert_rule" ADD CONSTRAINT "custom_alert_rule_severity_check" CHECK ("severity" IN ('warning', 'critical'));
ALTER TABLE "custom_alert_rule" ADD CONSTRAINT "custom_alert_rule_counts_check"
  CHECK ("windowMinutes" > 0 AND "holdSeconds" >= 0 AND "clearSeconds" >= 0);

-- AlterTable
ALTER TABLE "alert" ADD COLUMN "customRuleId" TEXT, ADD COLUMN "severity" TEXT NOT NULL DEFAULT 'warning';

-- Until now the kind of an alert decided.
UPDATE "alert" SET "severity" = 'critical'
  WHERE "kind" IN ('node-unreachable', 'hot-disk-full', 'replica-read-only', 'replica-lost', 'replicas-differ');
ALTER TABLE "alert" ALTER COLUMN "severity" DROP DEFAULT;
ALTER TABLE "alert" ADD CONSTRAINT "alert_severity_check" CHECK ("severity" IN ('warning', 'critical'));

-- CreateIndex
CREATE INDEX "alert_customRuleId_idx" ON "alert"("customRuleId");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_customRuleId_fkey"
  FOREIGN KEY ("customRuleId") REFERENCES "custom_alert_rule"("id") ON DELETE SET NULL ON UPDATE CASCADE;
