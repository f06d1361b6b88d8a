-- The format that a thing in quarantine came in; null when it is not known. A record that comes good takes its rows with it.
alter table quarantine add column prefix integer;
create index quarantine_identifier on quarantine (source, identifier) where identifier is not null;
