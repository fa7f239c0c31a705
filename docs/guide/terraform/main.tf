variable "frostline_url" {
  type = string
}

variable "frostline_token" {
  type        = string
  sensitive   = true
  description = "An API token with the role admin."
}

resource "terraform_data" "frostline" {
  triggers_replace = filesha256("${path.module}/frostline.yaml")

  provisioner "local-exec" {
    command = "frostline apply ${path.module}/frostline.yaml --yes --wait"
    environment = {
      FROSTLINE_URL   = var.frostline_url
      FROSTLINE_TOKEN = var.frostline_token
    }
  }
}
