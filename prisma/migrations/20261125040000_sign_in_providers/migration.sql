-- AlterTable
ALTER TABLE "user" ADD COLUMN "breakGlass" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "session" ADD COLUMN "provider" TEXT;

-- CreateTable
CREATE TABLE "sign_in_provider" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "buttonLabel" TEXT NOT NULL DEFAULT '',
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "sealedSecret" BYTEA,
    "scopes" TEXT[],
    "groupsClaim" TEXT NOT NULL,
    "roleRules" JSONB NOT NULL DEFAULT '[]',
    "defaultRole" "role",
    "linkByEmail" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_provider_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sign_in_provider_id_check" CHECK ("id" ~ '^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$' AND "id" <> 'credential'),
    CONSTRAINT "sign_in_provider_roleRules_check" CHECK (jsonb_typeof("roleRules") = 'array')
);

-- CreateTable
CREATE TABLE "sign_in_policy" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "enforceSso" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sign_in_policy_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sign_in_policy_id_check" CHECK ("id" = 1)
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_provider_name_key" ON "sign_in_provider"("name");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_provider_issuer_key" ON "sign_in_provider"("issuer");

-- CreateIndex
CREATE UNIQUE INDEX "account_providerId_accountId_key" ON "account"("providerId", "accountId");
