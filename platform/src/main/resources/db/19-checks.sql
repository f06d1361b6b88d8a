-- What was checked against schemas in a run, beside the columns for it. checked_records: in the pages; unchecked_records: of these, those that could not be
-- read; other_formats: of these, those with metadata in a format without a schema. All null when nothing was to be checked.
alter table run_detail add column checked_records integer;
alter table run_detail add column unchecked_records integer;
alter table run_detail add column other_formats integer;

-- What is broken in a run, without the values that broke it, and in how many records or how often around them.
create table run_rule (
    run integer not null,
    rule text not null,
    times integer not null,
    primary key (run, rule)
) without rowid;
