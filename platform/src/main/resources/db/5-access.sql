-- How the hosts of sources are reached, for sources that need more than defaults. settings: packed, without anything secret; secrets:
-- packed and encrypted with the key beside the database, null when there are none.
create table source_access (
    source integer primary key,
    settings blob not null,
    secrets blob
);
