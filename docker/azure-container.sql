-- A container for the S3 gateway: it is made with the first blob.
INSERT INTO FUNCTION azureBlobStorage('http://azurite:10000/frostline', 'nodes', 'made', 'frostline', {key: String},
    'CSV', 'none', 'n UInt8') SELECT 1;
