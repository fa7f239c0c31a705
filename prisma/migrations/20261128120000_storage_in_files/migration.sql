ALTER TABLE "change_set_step" ADD COLUMN "proposalId" TEXT;
CREATE INDEX "change_set_step_proposalId_idx" ON "change_set_step"("proposalId");
ALTER TABLE "change_set_step" ADD CONSTRAINT "change_set_step_proposalId_fkey"
  FOREIGN KEY ("proposalId") REFERENCES "storage_proposal"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "managed_object" ADD COLUMN "secretRefs" JSONB NOT NULL DEFAULT '{}';
UPDATE "managed_object" SET "secretRefs" = jsonb_build_object('secret', "secretRef") WHERE "secretRef" IS NOT NULL;
ALTER TABLE "managed_object" DROP COLUMN "secretRef";
