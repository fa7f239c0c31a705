-- AlterTable
ALTER TABLE "api_token" ADD COLUMN "allowedAddresses" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN "lastUsedAddress" TEXT,
ADD COLUMN "refusedAt" TIMESTAMPTZ(3),
ADD COLUMN "refusedAddress" TEXT;

ALTER TABLE "api_token" ADD CONSTRAINT "api_token_allowedAddresses_check" CHECK (cardinality("allowedAddresses") <= 50);
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_refusedAt_check" CHECK (num_nulls("refusedAt", "refusedAddress") IN (0, 2));
