-- When sources change, and when they are asked. Times are seconds since 1970 (UTC) unless said.

-- Hours since 1970 in which records of a source changed, by its own datestamps, and how many. Grows with the store; nothing is taken away,
-- so that what a later version of a record hides stays known.
create table changed_hour (
    source integer not null,
    hour integer not null,
    records integer not null,
    primary key (source, hour)
) without rowid;

-- Single values: counted (records up to this seq are in changed_hour), price and spent of the schedule.
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
