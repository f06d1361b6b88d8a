-- Runs in detail, and what is done to them. Times are milliseconds since 1970 (UTC) where said, else seconds.

-- What an operator wants of a source. paused: since when, 0 when not; cancelled: runs up to this number are to end.
create table source_control (
    source integer primary key,
    paused integer not null,
    cancelled integer not null
);

-- How a source is watched over; null: the default. census: seconds between two; 0 for never.
create table source_care (
    source integer primary key,
    validate integer,
    census integer,
    vanishing_percent integer
);

-- What a run is, does and did beyond table run. kind: harvest, approval, rollback; told: last sign of life, milliseconds; doing: for
-- people; address: last asked; waiting_until: milliseconds, 0 when not waiting; first and last: what it brought is between these.
create table run_detail (
    run integer primary key,
    source integer not null,
    kind text not null,
    told integer not null,
    doing text,
    address text,
    waiting_until integer not null,
    list integer not null,
    lists integer not null,
    page integer not null,
    received integer not null,
    list_size integer,
    rate integer not null,
    created integer not null,
    changed integer not null,
    same integer not null,
    deleted integer not null,
    refused integer not null,
    pages integer not null,
    requests integer not null,
    wire_bytes integer not null,
    bytes integer not null,
    checked_pages integer,
    invalid_pages integer,
    invalid_records integer
);
create index run_detail_of_source on run_detail (source);

-- The lists of a run. missing: why it is not whole; empty when it was proven complete; null while it goes on and when it was given up.
create table run_list (
    run integer not null,
    list integer not null,
    prefix text not null,
    set_spec text,
    sent_from text,
    sent_until text,
    resumed integer not null,
    received integer not null,
    list_size integer,
    missing text,
    primary key (run, list)
) without rowid;

create table run_note (
    run integer not null,
    note integer not null,
    at integer not null,
    message text not null,
    primary key (run, note)
) without rowid;

-- Requests that were of no use. status: null when nothing came; headers: lines; body: compressed, perhaps shortened; size: of the whole.
create table run_failure (
    run integer not null,
    failure integer not null,
    at integer not null,
    address text not null,
    reason text not null,
    status integer,
    headers text,
    body blob,
    size integer,
    primary key (run, failure)
) without rowid;

-- Examples of what does not keep to its schema. identifier: null for the page itself.
create table run_invalid (
    run integer not null,
    example integer not null,
    identifier text,
    address text not null,
    line integer not null,
    message text not null,
    primary key (run, example)
) without rowid;

-- The last run that filled a source, as far as it can be undone: what was given before it began.
create table undo (
    source integer primary key,
    run integer not null,
    ds integer not null,
    seq integer not null
);
create table undo_checkpoint (
    source integer not null,
    asked blob not null,
    sent blob,
    token text,
    page integer not null,
    received integer not null,
    server_time text,
    last_datestamp text,
    complete_since text,
    plan text,
    complete_size integer,
    primary key (source, asked)
) without rowid;

-- Versions that the last run of a source has replaced; columns as in rec and item. Of a record that it replaced twice, the first counts.
create table former (
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
) without rowid;

-- Records that a census did not find, too many to be withdrawn unasked. seq: of the version that was missing.
create table held_deletion (
    source integer not null,
    prefix integer not null,
    identifier text not null,
    seq integer not null,
    run integer not null,
    primary key (source, prefix, identifier)
) without rowid;

-- The last census of each format of a source. missing: not found; held: 1 when their deletion waits for approval. how: list, identifiers.
create table census (
    source integer not null,
    prefix integer not null,
    run integer not null,
    at integer not null,
    how text not null,
    seen integer not null,
    missing integer not null,
    held integer not null,
    primary key (source, prefix)
) without rowid;
