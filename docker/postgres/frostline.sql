-- Run by the image of PostgreSQL when it makes the database. The console owns its database and is no superuser.
\getenv password FROSTLINE_POSTGRES_PASSWORD
CREATE ROLE frostline LOGIN PASSWORD :'password';
CREATE DATABASE frostline OWNER frostline;
