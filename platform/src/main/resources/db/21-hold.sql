-- Since when an operator holds the deletions of a source, in seconds since 1970; null: not at all.
alter table source_control add column holding integer;
