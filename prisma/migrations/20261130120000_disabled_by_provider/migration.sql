ALTER TABLE "user" ADD COLUMN "disabledByProviderId" TEXT;
CREATE INDEX "user_disabledByProviderId_idx" ON "user"("disabledByProviderId");
ALTER TABLE "user" ADD CONSTRAINT "user_disabledByProviderId_fkey"
  FOREIGN KEY ("disabledByProviderId") REFERENCES "sign_in_provider"("id") ON DELETE SET NULL ON UPDATE CASCADE;

UPDATE "user" SET "disabledByProviderId" = "provisioned_user"."providerId"
FROM "provisioned_user"
WHERE "provisioned_user"."userId" = "user"."id" AND "provisioned_user"."disabledUser" AND "user"."disabledAt" IS NOT NULL;
ALTER TABLE "user" ADD CONSTRAINT "user_disabledByProviderId_check"
  CHECK ("disabledByProviderId" IS NULL OR "disabledAt" IS NOT NULL);
ALTER TABLE "provisioned_user" DROP COLUMN "disabledUser";
