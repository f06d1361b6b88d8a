-- The hash of a former version, as in item when the version was the present one; null for versions that were kept before there was this column.
alter table version add column hash blob;
