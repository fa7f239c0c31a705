-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "parentId" TEXT;

-- Only the audit knows which token made a token.
UPDATE "api_token" t SET "parentId" = a."actorId"
FROM "audit_entry" a
WHERE t."createdById" IS NULL
  AND a."action" = 'token.create' AND a."outcome" = 'succeeded' AND a."objectId" = t."id" AND a."actorType" = 'token'
  AND EXISTS (SELECT FROM "api_token" p WHERE p."id" = a."actorId");

-- What the set-up made belongs to the admin who has been there longest.
UPDATE "api_token" SET "createdById" = (
  SELECT "id" FROM "user" WHERE "role" = 'admin' ORDER BY "disabledAt" IS NOT NULL, "createdAt", "id" LIMIT 1
)
WHERE "createdById" IS NULL AND "parentId" IS NULL;

-- Down the chain: the person behind the first token is behind all that it made.
WITH RECURSIVE chain AS (
  SELECT "id", "createdById" FROM "api_token" WHERE "parentId" IS NULL
  UNION
  SELECT t."id", c."createdById" FROM "api_token" t JOIN chain c ON t."parentId" = c."id"
)
UPDATE "api_token" t SET "createdById" = c."createdById" FROM chain c WHERE c."id" = t."id" AND t."parentId" IS NOT NULL;

-- Tokens of nobody end here.
DELETE FROM "api_token" t
WHERE t."createdById" IS NULL OR NOT EXISTS (SELECT FROM "user" u WHERE u."id" = t."createdById");

-- So do those that had outlived the person or the token that they came from.
UPDATE "api_token" t SET "revokedAt" = now()
FROM "user" u
WHERE u."id" = t."createdById" AND t."revokedAt" IS NULL AND t."parentId" IS NOT NULL
  AND (u."disabledAt" IS NOT NULL OR u."role" < t."role");

WITH RECURSIVE ended AS (
  SELECT "id" FROM "api_token" WHERE "revokedAt" IS NOT NULL
  UNION
  SELECT t."id" FROM "api_token" t JOIN ended e ON t."parentId" = e."id"
)
UPDATE "api_token" t SET "revokedAt" = now() FROM ended e WHERE e."id" = t."id" AND t."revokedAt" IS NULL;

-- AlterTable
ALTER TABLE "api_token" ALTER COLUMN "createdById" SET NOT NULL;

-- CreateIndex
CREATE INDEX "api_token_createdById_idx" ON "api_token"("createdById");

-- CreateIndex
CREATE INDEX "api_token_parentId_idx" ON "api_token"("parentId");

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "api_token"("id") ON DELETE CASCADE ON UPDATE CASCADE;
