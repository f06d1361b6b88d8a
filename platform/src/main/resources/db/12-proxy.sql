-- The run that met a fault first: repair and quarantine name the last. Null in rows from before there was the column.
alter table repair add column first_run integer;
alter table quarantine add column first_run integer;
-- What the live proxy put right in responses of a source, or left out: each kind of fault of a record once, with its latest example.
-- identifier: empty for the response around the records, and where it could not be read. prefix: empty where the request names none.
create table proxy_fault (
    source integer not null,
    identifier text not null,
    kind text not null,
    prefix text not null,
    first integer not null,
    last integer not null,
    times integer not null,
    position integer not null,
    what text not null,
    before text not null,
    after text not null,
    primary key (source, identifier, kind, prefix)
) without rowid;
-- What the live proxy passed on, by days since 1970.
create table proxy_day (
    source integer not null,
    day integer not null,
    requests integer not null,
    failed integer not null,
    kept integer not null,
    repaired integer not null,
    dropped integer not null,
    primary key (source, day)
) without rowid;
