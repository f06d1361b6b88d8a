-- Formats that Sheaf makes of a source's records. version: edition of the crosswalks; stale: derived records whose seq is not greater
-- were made by an earlier one; wanted: 0 when they are to be withdrawn. Prefixes are texts: the format need not have records yet.
create table derivation (
    source integer not null,
    prefix text not null,
    version integer not null,
    stale integer not null,
    wanted integer not null,
    primary key (source, prefix)
) without rowid;

-- How far those who derive have come in the list of each format of a source. The lists of whole sources are in the order of seq.
create table derivation_walk (
    source integer not null,
    prefix integer not null,
    ds integer not null,
    seq integer not null,
    primary key (source, prefix)
) without rowid;

-- Records that could not be made.
create table withheld (
    source integer not null,
    prefix text not null,
    identifier text not null,
    reason text not null,
    primary key (source, prefix, identifier)
) without rowid;
