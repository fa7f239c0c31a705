-- CreateEnum
CREATE TYPE "audit_destination_type" AS ENUM ('syslog', 'webhook', 'bucket');

-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN "sequence" BIGINT,
ADD COLUMN "previousHash" TEXT,
ADD COLUMN "hash" TEXT;

-- CreateTable
CREATE TABLE "audit_chain" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "headSequence" BIGINT NOT NULL DEFAULT 0,
    "headHash" TEXT NOT NULL,
    "removedThrough" BIGINT NOT NULL DEFAULT 0,
    "removedHash" TEXT NOT NULL,
    "retentionDays" INTEGER,
    "retentionCheckedAt" TIMESTAMPTZ(3),
    "verifyStartedAt" TIMESTAMPTZ(3),
    "verifiedAt" TIMESTAMPTZ(3),
    "verifiedFault" TEXT,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_destination" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "audit_destination_type" NOT NULL,
    "config" JSONB NOT NULL,
    "sealedSecret" BYTEA,
    "sourceId" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "shippedSequence" BIGINT NOT NULL,
    "shippedHash" TEXT NOT NULL,
    "shippedAt" TIMESTAMPTZ(3),
    "batchThrough" BIGINT,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "claimedUntil" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "failingSince" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "testRequestedAt" TIMESTAMPTZ(3),
    "testFinishedAt" TIMESTAMPTZ(3),
    "testError" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_destination_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_entry_sequence_key" ON "audit_entry"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "audit_destination_name_key" ON "audit_destination"("name");

-- CreateIndex
CREATE INDEX "audit_destination_sourceId_idx" ON "audit_destination"("sourceId");

-- AddForeignKey
ALTER TABLE "audit_destination" ADD CONSTRAINT "audit_destination_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Entries that are not in the chain yet. Those from before this migration join it in order of their time.
CREATE INDEX "audit_entry_at_id_idx" ON "audit_entry"("at", "id") WHERE "sequence" IS NULL;

ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_sequence_check" CHECK (num_nulls("sequence", "previousHash", "hash") IN (0, 3)
  AND "sequence" >= 1 AND "hash" ~ '^[0-9a-f]{64}$' AND "previousHash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_id_check" CHECK ("id" = 1);
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_counts_check" CHECK ("headSequence" >= 0 AND "removedThrough" >= 0
  AND "removedThrough" <= "headSequence");
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_hashes_check" CHECK ("headHash" ~ '^[0-9a-f]{64}$' AND "removedHash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_retentionDays_check" CHECK ("retentionDays" BETWEEN 30 AND 3650);
ALTER TABLE "audit_destination" ADD CONSTRAINT "audit_destination_counts_check" CHECK ("shippedSequence" >= 0 AND "epoch" >= 0
  AND "attempts" >= 0 AND "batchThrough" > "shippedSequence");
ALTER TABLE "audit_destination" ADD CONSTRAINT "audit_destination_shippedHash_check" CHECK ("shippedHash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "audit_destination" ADD CONSTRAINT "audit_destination_sourceId_check" CHECK (("sourceId" IS NOT NULL) = ("type" = 'bucket'));

INSERT INTO "audit_chain" ("headHash", "removedHash") VALUES (repeat('0', 64), repeat('0', 64));
