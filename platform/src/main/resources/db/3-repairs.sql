-- What had to be put right before records could be read: one row for each kind of fault of a record's present version.
-- identifier: empty for the response around the records; run: the last that met it.
create table repair (
    source integer not null,
    prefix integer not null,
    identifier text not null,
    kind text not null,
    run integer not null,
    what text not null,
    primary key (source, prefix, identifier, kind)
) without rowid;
