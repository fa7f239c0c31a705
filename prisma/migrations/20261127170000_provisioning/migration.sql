-- CreateTable
CREATE TABLE "provisioning" (
    "providerId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "tokenPrefix" TEXT NOT NULL,
    "tokenSetAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "provisioning_pkey" PRIMARY KEY ("providerId"),
    CONSTRAINT "provisioning_tokenHash_check" CHECK ("tokenHash" ~ '^[0-9a-f]{64}$')
);

-- CreateTable
CREATE TABLE "provisioned_user" (
    "id" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userName" TEXT NOT NULL,
    "userNameKey" TEXT NOT NULL,
    "externalId" TEXT,
    "email" TEXT,
    "displayName" TEXT,
    "givenName" TEXT,
    "familyName" TEXT,
    "active" BOOLEAN NOT NULL,
    "userId" TEXT,
    "disabledUser" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provisioned_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provisioned_group" (
    "id" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "externalId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provisioned_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provisioned_group_member" (
    "groupId" TEXT NOT NULL,
    "personId" TEXT NOT NULL,

    CONSTRAINT "provisioned_group_member_pkey" PRIMARY KEY ("groupId","personId")
);

-- CreateIndex
CREATE UNIQUE INDEX "provisioning_tokenHash_key" ON "provisioning"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "provisioned_user_providerId_userNameKey_key" ON "provisioned_user"("providerId", "userNameKey");

-- CreateIndex
CREATE INDEX "provisioned_user_providerId_externalId_idx" ON "provisioned_user"("providerId", "externalId");

-- CreateIndex
CREATE INDEX "provisioned_user_userId_idx" ON "provisioned_user"("userId");

-- CreateIndex
CREATE INDEX "provisioned_group_providerId_displayName_idx" ON "provisioned_group"("providerId", "displayName");

-- CreateIndex
CREATE INDEX "provisioned_group_member_personId_idx" ON "provisioned_group_member"("personId");

-- AddForeignKey
ALTER TABLE "provisioning" ADD CONSTRAINT "provisioning_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "sign_in_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioned_user" ADD CONSTRAINT "provisioned_user_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "provisioning"("providerId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioned_user" ADD CONSTRAINT "provisioned_user_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioned_group" ADD CONSTRAINT "provisioned_group_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "provisioning"("providerId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioned_group_member" ADD CONSTRAINT "provisioned_group_member_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "provisioned_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioned_group_member" ADD CONSTRAINT "provisioned_group_member_personId_fkey" FOREIGN KEY ("personId") REFERENCES "provisioned_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
