-- Lists in stretches instead of one row for each of a record's lists: up to some hundred entries of one list and one ds, packed as class
-- Stretch tells. upto: no seq of them is above it, and none of the list's next stretch below; count: how many they are; live: those
-- neither deleted nor gone. Whatever table list holds is packed when this script has run, and list is dropped.
create table stretch (
    scope integer not null,
    prefix integer not null,
    ds integer not null,
    upto integer not null,
    count integer not null,
    live integer not null,
    entries blob not null,
    primary key (scope, prefix, ds, upto)
) without rowid;
