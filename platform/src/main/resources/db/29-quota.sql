-- Bytes that the records of a source may take in the store; null for no bound.
alter table source_care add column quota integer;
