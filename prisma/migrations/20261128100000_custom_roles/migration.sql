-- CreateTable
CREATE TABLE "custom_role" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "verbs" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "custom_role_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "access_grant" ADD COLUMN "customRoleId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "custom_role_name_key" ON "custom_role"("name");

-- CreateIndex
CREATE INDEX "access_grant_customRoleId_idx" ON "access_grant"("customRoleId");

-- AddForeignKey
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_customRoleId_fkey" FOREIGN KEY ("customRoleId") REFERENCES "custom_role"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
