-- Columns of the type any keep what is written only in a strict table: elsewhere a text of digits becomes a number, and with it another value. The tables
-- that have such columns are made again. An origin that cannot have been a number is a text again; others were numbers from the beginning.

create table exact_meta (
    k text primary key,
    v any
) strict, without rowid;
insert into exact_meta select k, v from meta;
drop table meta;
alter table exact_meta rename to meta;

create table exact_schedule_value (
    k text primary key,
    v any
) strict, without rowid;
insert into exact_schedule_value select k, v from schedule_value;
drop table schedule_value;
alter table exact_schedule_value rename to schedule_value;

create table exact_rec (
    seq integer primary key,
    source integer not null,
    prefix integer not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    identifier text not null,
    sets blob,
    scopes blob not null,
    last_origin any,
    last_sets blob,
    about blob,
    dict integer,
    payload blob
) strict;
insert into exact_rec
select seq, source, prefix, ds, flags, harvested, case when typeof(origin) = 'real' or origin >= 253402300800 then cast(origin as text) else origin end,
identifier, sets, scopes,
case when typeof(last_origin) = 'real' or last_origin >= 253402300800 then cast(last_origin as text) else last_origin end, last_sets, about, dict, payload
from rec order by seq;
drop table rec;
alter table exact_rec rename to rec;

create table exact_version (
    seq integer primary key,
    source integer not null,
    prefix integer not null,
    identifier text not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    sets blob,
    about blob,
    dict integer,
    payload blob,
    undone integer not null
) strict;
insert into exact_version
select seq, source, prefix, identifier, ds, flags, harvested,
case when typeof(origin) = 'real' or origin >= 253402300800 then cast(origin as text) else origin end, sets, about, dict, payload, undone
from version order by seq;
drop table version;
alter table exact_version rename to version;
create index version_of_record on version (source, prefix, identifier, seq);

create table exact_former (
    source integer not null,
    run integer not null,
    seq integer not null,
    prefix integer not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    identifier text not null,
    sets blob,
    about blob,
    dict integer,
    payload blob,
    primary key (source, run, seq)
) strict, without rowid;
insert into exact_former
select source, run, seq, prefix, ds, flags, harvested,
case when typeof(origin) = 'real' or origin >= 253402300800 then cast(origin as text) else origin end, identifier, sets, about, dict, payload
from former;
drop table former;
alter table exact_former rename to former;
