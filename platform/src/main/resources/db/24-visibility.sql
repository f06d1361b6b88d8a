-- Sources that an operator leaves out of the aggregate of everything. A source that is removed stays here: its withdrawn records must not
-- appear there either.
create table unlisted (
    source integer primary key
);

-- Access lists of sources and aggregates by id, as the hub was configured when it last started: every process that places records needs them. The
-- empty id stands for all that have none of their own. Blocks of addresses in CIDR notation, separated by blanks.
create table access_list (
    id text primary key,
    allowed text not null,
    denied text not null
) without rowid;
