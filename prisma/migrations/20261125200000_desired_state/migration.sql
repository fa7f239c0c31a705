-- CreateEnum
CREATE TYPE "state_action" AS ENUM ('create', 'update', 'replace', 'remove');
CREATE TYPE "change_set_step_state" AS ENUM ('planned', 'done', 'unchanged', 'failed');

-- CreateTable
CREATE TABLE "change_set" (
    "id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "commit" TEXT,
    "document" JSONB NOT NULL,
    "ownerType" "actor_type" NOT NULL,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "sealedSecrets" BYTEA,
    "needsApproval" BOOLEAN NOT NULL,
    "approvedBy" TEXT,
    "approvedAt" TIMESTAMPTZ(3),
    "cancelledBy" TEXT,

    CONSTRAINT "change_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_set_step" (
    "changeSetId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "change" JSONB NOT NULL,
    "action" "state_action" NOT NULL,
    "state" "change_set_step_state" NOT NULL DEFAULT 'planned',
    "error" TEXT,
    "changedAt" TIMESTAMPTZ(3),

    CONSTRAINT "change_set_step_pkey" PRIMARY KEY ("changeSetId","ordinal")
);

-- CreateTable
CREATE TABLE "managed_object" (
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "commit" TEXT,
    "secretRef" TEXT,
    "managedBy" TEXT NOT NULL,
    "managedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "managed_object_pkey" PRIMARY KEY ("address")
);

-- CreateIndex
CREATE INDEX "managed_object_file_idx" ON "managed_object"("file");

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_id_fkey" FOREIGN KEY ("id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "change_set_step" ADD CONSTRAINT "change_set_step_changeSetId_fkey" FOREIGN KEY ("changeSetId") REFERENCES "change_set"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The new kind.
ALTER TABLE "run" DROP CONSTRAINT "run_kind_check";
ALTER TABLE "run" ADD CONSTRAINT "run_kind_check" CHECK ("kind" IN ('tier-migration', 'load-job', 'data-generation', 'cache-warmup',
  'benchmark', 'replica-repair', 'storage-rollout', 'bucket-audit', 'orphan-removal', 'zero-copy-exit', 'archive', 'archive-restore',
  'change-set'));

ALTER TABLE "change_set" ADD CONSTRAINT "change_set_approvedAt_check" CHECK (("approvedAt" IS NULL) = ("approvedBy" IS NULL));
ALTER TABLE "change_set_step" ADD CONSTRAINT "change_set_step_error_check" CHECK (("state" = 'failed') = ("error" IS NOT NULL));
ALTER TABLE "change_set_step" ADD CONSTRAINT "change_set_step_counts_check" CHECK ("ordinal" >= 0);
