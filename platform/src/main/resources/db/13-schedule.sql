-- When sources change, and when they are asked. Times are seconds since 1970 (UTC) unless said.

-- Five minutes, counted from 1970, in which records of a source changed, by its own datestamps, and how many. Grows with the store; nothing is taken away,
-- so that what a later version of a record hides stays known.
create table changed_slot (
    source integer not null,
    slot integer not null,
    records integer not null,
    primary key (source, slot)
) without rowid;

-- Single values: counted (records up to this seq are in changed_slot), price and spent of the schedule.
create table schedule_value (
    k text primary key,
    v any
) without rowid;

-- What is planned of a source. pinned: seconds between two harvests, whatever a policy says; due and because: the next harvest, for people.
create table schedule (
    source integer primary key,
    pinned integer,
    due integer,
    because text
);
