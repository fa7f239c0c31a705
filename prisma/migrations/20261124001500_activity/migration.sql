-- CreateIndex
CREATE INDEX "run_createdAt_id_idx" ON "run"("createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_clusterId_createdAt_id_idx" ON "run"("clusterId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_status_createdAt_id_idx" ON "run"("status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_requestedById_createdAt_id_idx" ON "run"("requestedById", "createdAt" DESC, "id" DESC);

-- CreateTable
CREATE TABLE "run_note" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "byType" "ActorType" NOT NULL,
    "byId" TEXT NOT NULL,
    "byName" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "run_note_runId_id_idx" ON "run_note"("runId", "id");

-- AddForeignKey
ALTER TABLE "run_note" ADD CONSTRAINT "run_note_runId_fkey" FOREIGN KEY ("runId") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
